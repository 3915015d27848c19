/**
 * Scrolls contents of any height. Browsers limit heights to some million pixels; above that, the scroll bar is scaled and
 * the contents are shifted.
 */

const MOST = 8_000_000;
const REST = 100;

export class Scroller {
  /** The scroll offset, in pixels of the contents. */
  offset = 0;
  /** The difference between positions in the element and in the contents. */
  shift = 0;
  visible = 0;

  #element;
  #spacer;
  #onScroll;
  #onRest;
  #total = 0;
  #last = 0;
  #timer;

  constructor(element, spacer, onScroll, onRest) {
    this.#element = element;
    this.#spacer = spacer;
    this.#onScroll = onScroll;
    this.#onRest = onRest;
    this.visible = element.clientHeight;
    element.addEventListener('scroll', () => this.#scrolled(), { passive: true });
  }

  get end() {
    return Math.max(0, this.#total - this.visible);
  }

  get #physicalEnd() {
    return Math.max(0, Math.min(this.#total, MOST) - this.visible);
  }

  resize(total, visible) {
    this.#total = total;
    this.visible = visible;
    this.#spacer.style.height = `${Math.min(total, MOST)}px`;
  }

  scrollTo(offset) {
    this.offset = Math.round(Math.max(0, Math.min(offset, this.end)));
    this.#place();
    this.#onScroll();
    this.#waitForRest();
  }

  #place() {
    const top = this.end ? Math.round((this.offset / this.end) * this.#physicalEnd) : 0;
    this.#element.scrollTop = top;
    this.#last = this.#element.scrollTop;
    this.shift = this.#last - this.offset;
  }

  #scrolled() {
    const top = this.#element.scrollTop;
    if (top === this.#last) return;
    const step = top - this.#last;
    this.#last = top;
    const isScaled = this.#total > MOST;
    if (!isScaled) this.offset = top;
    else if (Math.abs(step) < this.visible * 3) {
      this.offset = Math.max(0, Math.min(this.offset + step, this.end));
    } else this.offset = Math.round((top / this.#physicalEnd) * this.end);
    this.shift = top - this.offset;
    this.#onScroll();
    this.#waitForRest();
  }

  #waitForRest() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      if (this.#total > MOST) {
        this.#place();
        this.#onScroll();
      }
      this.#onRest();
    }, REST);
  }
}
