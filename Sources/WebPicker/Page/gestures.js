/** Mouse, wheel and touch on a photo: drag to pan, wheel and pinch to zoom, swipe to turn pages. */

const SWIPE = 60;

export class Gestures {
  #points = new Map();
  #start;
  #isPinched = false;

  constructor(element, actions) {
    this.element = element;
    this.actions = actions;
    element.addEventListener('pointerdown', (event) => this.#down(event));
    element.addEventListener('pointermove', (event) => this.#move(event));
    element.addEventListener('pointerup', (event) => this.#up(event));
    element.addEventListener('pointercancel', (event) => this.#cancel(event));
    element.addEventListener('dblclick', (event) => {
      if (!event.target.closest('video')) actions.toggle(event.clientX, event.clientY);
    });
    element.addEventListener('wheel', (event) => this.#wheel(event), { passive: false });
  }

  #wheel(event) {
    event.preventDefault();
    const pixels = event.deltaMode === 1 ? event.deltaY * 20 : event.deltaY;
    const strength = event.ctrlKey ? 0.01 : 0.002;
    this.actions.zoom(Math.exp(-pixels * strength), event.clientX, event.clientY);
  }

  #down(event) {
    if (event.button !== 0 || event.target.closest('video, button')) return;
    this.element.setPointerCapture(event.pointerId);
    this.#points.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (this.#points.size === 1) {
      this.#start = { x: event.clientX, y: event.clientY, isTouch: event.pointerType !== 'mouse' };
      this.#isPinched = false;
    } else this.#isPinched = true;
  }

  #move(event) {
    const before = this.#points.get(event.pointerId);
    if (!before) return;
    const now = { x: event.clientX, y: event.clientY };
    const other = [...this.#points].find(([id]) => id !== event.pointerId)?.[1];
    this.#points.set(event.pointerId, now);
    if (other) {
      const [from, to] = [Math.hypot(before.x - other.x, before.y - other.y), Math.hypot(now.x - other.x, now.y - other.y)];
      const [x, y] = [(now.x + other.x) / 2, (now.y + other.y) / 2];
      this.actions.zoom(to / Math.max(from, 1), x, y);
      this.actions.pan((now.x - before.x) / 2, (now.y - before.y) / 2);
    } else if (this.actions.isZoomed()) this.actions.pan(now.x - before.x, now.y - before.y);
    else if (this.#start.isTouch && !this.#isPinched) this.actions.slide(now.x - this.#start.x);
  }

  #up(event) {
    if (!this.#points.delete(event.pointerId) || this.#points.size > 0) return;
    this.actions.slide(0);
    if (this.#isPinched || this.actions.isZoomed() || !this.#start.isTouch) return;
    const [x, y] = [event.clientX - this.#start.x, event.clientY - this.#start.y];
    if (Math.abs(x) > SWIPE && Math.abs(x) > Math.abs(y)) this.actions.turn(x < 0 ? 1 : -1);
    else if (y > SWIPE * 1.5) this.actions.close();
  }

  #cancel(event) {
    this.#points.delete(event.pointerId);
    this.actions.slide(0);
  }
}
