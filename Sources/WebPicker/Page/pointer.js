/**
 * Mouse, pen and touch on the timeline. With a mouse, a click picks, a double click opens and a drag picks a range. By
 * touch, a tap opens a photo, a tap on its check mark picks, a long press starts a range, and everything else scrolls.
 */

const LONG_PRESS = 420;
const SLACK = 8;
/** The distance from the edge at which a drag scrolls. */
const EDGE = 64;

export class Pointer {
  #press;
  /** The last click that picked: `{x, y, position, id}`. */
  #click;
  #timer;
  #frame;

  constructor(timeline, picks, commands) {
    this.timeline = timeline;
    this.picks = picks;
    this.commands = commands;
    const { grid } = timeline;
    grid.addEventListener('pointerdown', (event) => this.#down(event));
    grid.addEventListener('pointermove', (event) => this.#moved(event));
    grid.addEventListener('pointerup', (event) => this.#up(event));
    grid.addEventListener('pointercancel', () => this.#end());
    grid.addEventListener('dblclick', () => this.#slowDoubleClick());
    grid.addEventListener('contextmenu', (event) => {
      if (this.#press?.isTouch) event.preventDefault();
    });
    // While a drag picks photos; otherwise touch scrolls the page.
    grid.addEventListener('touchmove', (event) => this.#press?.isDrag && event.preventDefault(), { passive: false });
  }

  #tileAt(event) {
    return document.elementFromPoint(event.clientX, event.clientY)?.closest('.tile')?.tile;
  }

  #down(event) {
    if (event.button !== 0 || !event.isPrimary) return;
    const isTouch = event.pointerType !== 'mouse';
    const first = this.#first;
    if (first && !isTouch && this.#isNear(event, first)) {
      // A second click counts even if another photo has moved to this position.
      this.timeline.session.waiting?.stay();
      this.#press = { ...first, isSecond: true };
      return;
    }
    const tile = event.target.closest('.tile')?.tile;
    if (!tile) return;
    const { clientX: x, clientY: y, shiftKey } = event;
    const part = event.target.closest('.check, .look')?.classList[0];
    this.#press = { tile, position: tile.position, x, y, isTouch, shiftKey, part };
    if (isTouch) this.#timer = setTimeout(() => this.#beginDrag(event.pointerId), LONG_PRESS);
  }

  /** The first click of a potential double click, whose pick is not sent yet. */
  get #first() {
    return this.timeline.session.waiting ? this.#click : undefined;
  }

  #isNear(event, { x, y }) {
    return Math.hypot(event.clientX - x, event.clientY - y) <= SLACK;
  }

  #moved(event) {
    const press = this.#press;
    // Moving the mouse rules out a double click.
    if (!press && this.#click && !this.#isNear(event, this.#click)) this.timeline.session.waiting?.send();
    if (!press) return;
    press.lastX = event.clientX;
    press.lastY = event.clientY;
    const isFar = !this.#isNear(event, press);
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
    press.isSecond = false;
    this.timeline.grid.setPointerCapture(pointer);
    this.commands.beginDrag(press.position);
    this.picks.beginDrag(reference);
    if (press.isTouch) navigator.vibrate?.(10);
  }

  #drag(event) {
    const tile = this.#tileAt(event);
    const reference = tile && this.timeline.session.reference(tile.position);
    if (reference) {
      this.commands.dragTo(tile.position);
      this.picks.moveDrag(reference);
    }
    this.#frame ??= requestAnimationFrame(() => this.#scrollAtEdge());
  }

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
    if (press?.isSecond) {
      this.#press = undefined;
      this.#look(press);
      return;
    }
    this.#end();
    if (!press || press.isDrag || this.#tileAt(event)?.position !== press.position) return;
    const opens = press.part === 'look' || (press.isTouch && press.part !== 'check');
    if (opens) this.commands.open(press.position);
    else if (press.isTouch || press.part) this.commands.pickAt(press.position, press.shiftKey, false);
    else this.#pick(press);
  }

  /** Picks by a click, delayed in case a double click follows, which only opens the photo. */
  #pick({ x, y, position, shiftKey }) {
    this.#click = { x, y, position, id: this.timeline.session.photos.at(position)?.id };
    this.commands.pickAt(position, shiftKey, true);
  }

  /** Discards the delayed pick and opens the photo at its current position. */
  #look({ id, position }) {
    const { session } = this.timeline;
    session.waiting?.drop();
    const isThere = session.photos.at(position)?.id === id;
    this.commands.open(isThere ? position : (session.photos.positionOf(id) ?? position));
  }

  /** A slow double click by the desktop's settings: the second click reverts the pick of the first. */
  #slowDoubleClick() {
    const second = this.#first;
    if (!second) return;
    this.timeline.session.waiting?.send();
    this.commands.open(second.position);
  }

  #end() {
    clearTimeout(this.#timer);
    if (this.#press?.isSecond) this.timeline.session.waiting?.send();
    if (this.#press?.isDrag) {
      this.commands.endDrag();
      this.picks.endDrag();
    }
    this.#press = undefined;
  }
}
