/** The photos of the view, fetched in blocks when they are needed; a bounded number of blocks is kept. */
import { getJSON } from './server.js';

/** The first ones are asked for before this is here (PageFiles.index). */
const BLOCK = 100;
const MOST_BLOCKS = 80;

export class Photos {
  #view = 0;
  #count = 0;
  /** Blocks by number, the one that was used last at the end: `{photos, age, loading}`. */
  #blocks = new Map();
  #age = 0;
  #onArrival;
  #onOutdated;

  /**
   * @param {() => void} onArrival photos have come or changed
   * @param {() => void} onOutdated the view is no longer the one of now
   */
  constructor(onArrival, onOutdated) {
    this.#onArrival = onArrival;
    this.#onOutdated = onOutdated;
  }

  /** Begins anew with a view of so many photos. */
  reset(view, count) {
    this.#view = view;
    this.#count = count;
    this.#blocks.clear();
  }

  /** What is known of photos may have changed: blocks are fetched again when they are wanted next. */
  expire() {
    this.#age += 1;
  }

  /** The photo at a position if it is here. */
  at(position) {
    return this.#blocks.get(Math.floor(position / BLOCK))?.photos?.[position % BLOCK];
  }

  /** The photo at a position, fetched if need be; `undefined` if there is none, or another view has come meanwhile. */
  async fetch(position) {
    if (position < 0 || position >= this.#count) return undefined;
    const view = this.#view;
    if (!this.at(position)) await this.#load(Math.floor(position / BLOCK));
    return view === this.#view ? this.at(position) : undefined;
  }

  /** Fetches the photos from a position to another that are missing or may have changed. */
  want(from, to) {
    const last = Math.floor(Math.min(to, this.#count - 1) / BLOCK);
    for (let index = Math.floor(Math.max(from, 0) / BLOCK); index <= last; index += 1) {
      const block = this.#blocks.get(index);
      if (!block) {
        this.#load(index);
        continue;
      }
      this.#blocks.delete(index);
      this.#blocks.set(index, block);
      if (block.age !== this.#age && !block.loading) this.#load(index);
    }
  }

  /** The position of a photo; `undefined` if it is not here. */
  positionOf(id) {
    for (const [position, photo] of this.known()) if (photo.id === id) return position;
    return undefined;
  }

  /** All photos that are here, with their positions. */
  *known() {
    for (const [index, { photos }] of this.#blocks) {
      for (const [place, photo] of (photos ?? []).entries()) yield [index * BLOCK + place, photo];
    }
  }

  /** Ends when no photos are on their way. */
  async settled() {
    const loading = [...this.#blocks.values()].map((block) => block.loading).filter(Boolean);
    await Promise.all(loading);
  }

  #load(index) {
    const block = this.#blocks.get(index) ?? {};
    this.#blocks.set(index, block);
    block.loading ??= this.#fill(block, index);
    this.#trim();
    return block.loading;
  }

  async #fill(block, index) {
    const [view, age] = [this.#view, this.#age];
    try {
      const answer = await getJSON(`./photos?view=${view}&from=${index * BLOCK}&count=${BLOCK}`);
      block.photos = answer.photos;
      block.age = age;
    } catch (error) {
      if (!block.photos) this.#blocks.delete(index);
      if (error.status === 409 && view === this.#view) this.#onOutdated();
      return;
    } finally {
      block.loading = undefined;
    }
    if (view === this.#view) this.#onArrival();
  }

  #trim() {
    for (const [index, block] of this.#blocks) {
      if (this.#blocks.size <= MOST_BLOCKS) return;
      if (!block.loading) this.#blocks.delete(index);
    }
  }
}
