/** Loads the pictures of tiles, those nearest to the middle of what is seen first, and few at a time. */

const MOST_AT_ONCE = 6;

export class Thumbnails {
  /** Images that wait, with their address and height in the contents. */
  #waiting = new Map();
  #loading = new Set();
  #middle = 0;
  #isPaused = false;
  #isPlanned = false;
  #settle;
  /** Fulfilled when all pictures that were asked for first have come. */
  settled = new Promise((resolve) => (this.#settle = resolve));

  /** Asks for the picture of an image that stands at a height. */
  want(image, address, top) {
    this.#waiting.set(image, { address, top });
    this.#plan();
  }

  /** Ends the loading of an image and lets its pixels go. */
  drop(image) {
    this.#waiting.delete(image);
    this.#loading.delete(image);
    image.removeAttribute('src');
    image.parentElement.classList.remove('loaded', 'broken');
    this.#plan();
  }

  /** Says what is seen, and whether it passes by too quickly for pictures. */
  look(middle, isPaused) {
    this.#middle = middle;
    const goesOn = this.#isPaused && !isPaused;
    this.#isPaused = isPaused;
    if (goesOn) this.#plan();
  }

  /** Starts after all images of a frame have been asked for. */
  #plan() {
    if (this.#isPlanned) return;
    this.#isPlanned = true;
    queueMicrotask(() => {
      this.#isPlanned = false;
      this.#start();
    });
  }

  #start() {
    while (!this.#isPaused && this.#waiting.size > 0 && this.#loading.size < MOST_AT_ONCE) {
      let next;
      let least = Infinity;
      for (const [image, { top }] of this.#waiting) {
        const distance = Math.abs(top - this.#middle);
        if (distance < least) [next, least] = [image, distance];
      }
      const { address } = this.#waiting.get(next);
      this.#waiting.delete(next);
      this.#loading.add(next);
      next.src = address;
    }
  }

  /** An image has loaded, or cannot be. */
  finish(image, isBroken) {
    if (!this.#loading.delete(image)) return;
    image.parentElement.classList.add(isBroken ? 'broken' : 'loaded');
    if (!this.#waiting.size && !this.#loading.size) this.#settle();
    this.#plan();
  }
}
