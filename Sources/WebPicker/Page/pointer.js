/**
 * Mouse, pen and touch on the timeline. By mouse a click picks and a drag picks many; by touch a tap looks at a photo,
 * a tap on its check picks, a long press and what follows it picks many, and everything else scrolls.
 */

const LONG_PRESS = 420;
const SLACK = 8;
/** So near to the edge a drag scrolls. */
const EDGE = 64;

export class Pointer {
  #press;
  #timer;
  #frame;

  /**
   * @param {Timeline} timeline
   * @param {{pick: (position: number, isRange: boolean) => void, open: (position: number) => void,
   *   beginDrag: (position: number) => void, move: (position: number) => void, endDrag: () => void}} actions
   */
  constructor(timeline, picks, actions) {
    this.timeline = timeline;
    this.picks = picks;
    this.actions = actions;
    const { grid } = timeline;
    grid.addEventListener('pointerdown', (event) => this.#down(event));
    grid.addEventListener('pointermove', (event) => this.#moved(event));
    grid.addEventListener('pointerup', (event) => this.#up(event));
    grid.addEventListener('pointercancel', () => this.#end());
    grid.addEventListener('dblclick', (event) => this.#doubleClick(event));
    grid.addEventListener('contextmenu', (event) => {
      if (this.#press?.isTouch) event.preventDefault();
    });
    // Only while photos are picked by touch; the page scrolls otherwise.
    grid.addEventListener('touchmove', (event) => this.#press?.isDrag && event.preventDefault(), { passive: false });
  }

  #tileAt(event) {
    return document.elementFromPoint(event.clientX, event.clientY)?.closest('.tile')?.tile;
  }

  #down(event) {
    if (event.button !== 0 || !event.isPrimary) return;
    const tile = event.target.closest('.tile')?.tile;
    if (!tile) return;
    const isTouch = event.pointerType !== 'mouse';
    const { clientX: x, clientY: y, shiftKey } = event;
    const part = event.target.closest('.check, .look')?.classList[0];
    this.#press = { tile, position: tile.position, x, y, isTouch, shiftKey, part };
    if (isTouch) this.#timer = setTimeout(() => this.#beginDrag(event.pointerId), LONG_PRESS);
  }

  #moved(event) {
    const press = this.#press;
    if (!press) return;
    press.lastX = event.clientX;
    press.lastY = event.clientY;
    const isFar = Math.hypot(event.clientX - press.x, event.clientY - press.y) > SLACK;
    if (press.isDrag) this.#drag(event);
    else if (isFar && press.isTouch) this.#end();
    else if (isFar && !press.shiftKey && this.#tileAt(event)?.position !== press.position) {
      this.#beginDrag(event.pointerId);
      this.#drag(event);
    }
  }

  #beginDrag(pointer) {
    const press = this.#press;
    const reference = this.timeline.session.reference(press?.position);
    if (!reference) return;
    press.isDrag = true;
    this.timeline.grid.setPointerCapture(pointer);
    this.actions.beginDrag(press.position);
    this.picks.beginDrag(reference);
    if (press.isTouch) navigator.vibrate?.(10);
  }

  #drag(event) {
    const tile = this.#tileAt(event);
    const reference = tile && this.timeline.session.reference(tile.position);
    if (reference) {
      this.actions.move(tile.position);
      this.picks.moveDrag(reference);
    }
    this.#frame ??= requestAnimationFrame(() => this.#scrollAtEdge());
  }

  /** Scrolls while the pointer is near the upper or lower edge. */
  #scrollAtEdge() {
    this.#frame = undefined;
    const press = this.#press;
    if (!press?.isDrag) return;
    const { top, bottom } = this.timeline.grid.getBoundingClientRect();
    const above = Math.max(0, top + EDGE - press.lastY);
    const below = Math.max(0, press.lastY - bottom + EDGE);
    if (!above && !below) return;
    const { scroller } = this.timeline;
    scroller.scrollTo(scroller.offset + Math.min(below, EDGE) / 3 - Math.min(above, EDGE) / 3);
    this.#drag({ clientX: press.lastX, clientY: press.lastY });
  }

  #up(event) {
    const press = this.#press;
    this.#end();
    if (!press || press.isDrag || this.#tileAt(event)?.position !== press.position) return;
    const opens = press.part === 'look' || (press.isTouch && press.part !== 'check');
    if (opens) this.actions.open(press.position);
    else this.actions.pick(press.position, press.shiftKey);
  }

  #doubleClick(event) {
    const tile = event.target.closest('.tile')?.tile;
    if (tile && !event.target.closest('.check, .look')) this.actions.open(tile.position);
  }

  #end() {
    clearTimeout(this.#timer);
    if (this.#press?.isDrag) {
      this.actions.endDrag();
      this.picks.endDrag();
    }
    this.#press = undefined;
  }
}
