/** The real pixels of the part of a photo that is seen, in tiles over its picture. */
import { make } from './text.js';

const TILE = 512;
const MOST_TILES = 48;

export class Regions {
  #tiles = new Map();

  /** @param {HTMLElement} element as large as the photo in its own pixels */
  constructor(element) {
    this.element = element;
  }

  /** Shows the part that is seen, if the picture has fewer pixels than the screen. */
  show(photo, zoom, pictureScale) {
    const wanted = zoom.scale * devicePixelRatio;
    if (wanted <= pictureScale * 1.05) return;
    const scale = Math.min(1, 2 ** Math.ceil(Math.log2(wanted)));
    const side = TILE / scale;
    const { left, top, right, bottom } = zoom.seen;
    for (let y = Math.floor(top / side); y * side < bottom; y += 1) {
      for (let x = Math.floor(left / side); x * side < right; x += 1) this.#want(photo, x, y, scale);
    }
    for (const [key, tile] of this.#tiles) {
      if (this.#tiles.size <= MOST_TILES) break;
      this.#remove(key, tile);
    }
  }

  #want(photo, column, row, scale) {
    const key = `${scale} ${column} ${row}`;
    let tile = this.#tiles.get(key);
    this.#tiles.delete(key);
    tile ??= this.#make(photo, column, row, scale, key);
    this.#tiles.set(key, tile);
  }

  #make(photo, column, row, scale, key) {
    const side = TILE / scale;
    const [x, y] = [column * side, row * side];
    const width = Math.min(side, photo.width - x);
    const height = Math.min(side, photo.height - y);
    const tile = make('img', 'region');
    tile.alt = '';
    tile.draggable = false;
    Object.assign(tile.style, { left: `${x}px`, top: `${y}px`, width: `${width}px`, height: `${height}px` });
    // Finer tiles lie over coarser ones.
    tile.style.zIndex = String(Math.round(scale * 64));
    tile.addEventListener('load', () => tile.classList.add('loaded'));
    tile.addEventListener('error', () => this.#remove(key, tile));
    tile.src = `./photos/${photo.id}/region?x=${x}&y=${y}&width=${width}&height=${height}&scale=${scale}`;
    this.element.append(tile);
    return tile;
  }

  #remove(key, tile) {
    tile.removeAttribute('src');
    tile.remove();
    this.#tiles.delete(key);
  }

  /** Lets all tiles go. */
  clear() {
    for (const [key, tile] of this.#tiles) this.#remove(key, tile);
  }
}
