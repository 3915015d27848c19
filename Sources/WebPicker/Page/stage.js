/** Shows a photo: first the thumbnail, then the picture, and full-resolution regions when zoomed. Plays videos. */
import { CropFrame } from './crop.js';
import { describe } from './tiles.js';
import { thumbnailAddress } from './server.js';
import { make } from './text.js';
import { Zoom } from './zoom.js';

const PICTURE = 2400;
/** The delay after a change before full-resolution regions are requested. */
const REST = 160;
const TILE = 512;
const MOST_TILES = 48;

/** Full-resolution regions over the picture. */
class Regions {
  #tiles = new Map();

  /**
   * @param {HTMLElement} element an element as large as the photo
   * @param {string} name the kind of region
   * @param {() => string} query further parameters of requests
   * @param {boolean} isExclusive whether regions of the current scale replace all others
   */
  constructor(element, name = 'region', query = () => '', isExclusive = false) {
    Object.assign(this, { element, name, query, isExclusive });
  }

  #keepScale(scale) {
    for (const [key, tile] of this.#tiles) if (!key.startsWith(`${scale} `)) this.#remove(key, tile);
  }

  /** Loads the shown regions if the picture has a lower resolution than the display. */
  show(photo, zoom, pictureScale) {
    const wanted = zoom.scale * devicePixelRatio;
    if (wanted <= pictureScale * 1.05) return;
    const scale = Math.min(1, 2 ** Math.ceil(Math.log2(wanted)));
    const side = TILE / scale;
    const { left, top, right, bottom } = zoom.seen;
    for (let y = Math.floor(top / side); y * side < bottom; y += 1) {
      for (let x = Math.floor(left / side); x * side < right; x += 1) this.#want(photo, x, y, scale);
    }
    // Overlays of several scales would show through one another.
    if (this.isExclusive) this.#keepScale(scale);
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
    const tile = make('img', 'region', { alt: '', draggable: false });
    Object.assign(tile.style, { left: `${x}px`, top: `${y}px`, width: `${width}px`, height: `${height}px` });
    // Finer regions cover coarser ones.
    tile.style.zIndex = String(Math.round(scale * 64));
    tile.addEventListener('load', () => tile.classList.add('loaded'));
    tile.addEventListener('error', () => this.#remove(key, tile));
    const place = `x=${x}&y=${y}&width=${width}&height=${height}&scale=${scale}`;
    tile.src = `./photos/${photo.id}/${this.name}?${place}${this.query()}`;
    this.element.append(tile);
    return tile;
  }

  #remove(key, tile) {
    tile.removeAttribute('src');
    tile.remove();
    this.#tiles.delete(key);
  }

  clear() {
    for (const [key, tile] of this.#tiles) this.#remove(key, tile);
  }
}

export class Stage {
  zoom = new Zoom();
  element = make('div', 'stage');
  photo;
  crop;
  #photoElement = make('div', 'photo');
  #thumbnail = make('img', '', { alt: '', draggable: false });
  #picture = make('img', 'picture', { draggable: false });
  #problem = make('p', 'problem');
  #regionElement = make('div', 'regions');
  #regions = new Regions(this.#regionElement);
  /** The overlays: 1 for clipping, 2 for edges in focus, 3 for both. */
  #aids = 0;
  #overlayElement = make('div', 'regions overlays');
  #overlays = new Regions(this.#overlayElement, 'overlay', () => `&aids=${this.#aids}`, true);
  #video;
  #timer;
  #pictureTimer;

  constructor(onPicture, onCrop) {
    this.crop = new CropFrame(onCrop);
    this.#photoElement.append(this.#thumbnail, this.#picture, this.#regionElement, this.#overlayElement);
    this.element.append(this.#photoElement, this.crop.element, this.#problem);
    this.#picture.addEventListener('load', () => {
      this.#picture.classList.add('loaded');
      if (!this.photo.width) this.#setSize();
      onPicture(this);
    });
    this.#picture.addEventListener('error', () => this.#showProblem());
    new ResizeObserver(() => this.#setSize()).observe(this.element);
  }

  get picture() {
    return this.#picture.classList.contains('loaded') ? this.#picture : undefined;
  }

  /** Shows a photo, and requests its picture after a delay in milliseconds. `keepsPlace` retains the part of the frame. */
  show(photo, delay, keepsPlace = false) {
    if (photo.id === this.photo?.id) return;
    const { zoom } = this;
    this.clear();
    this.photo = photo;
    this.zoom = new Zoom();
    this.#picture.alt = describe(photo);
    this.#photoElement.hidden = photo.kind === 'video';
    this.#setSize();
    if (keepsPlace) {
      this.zoom.follow(zoom);
      this.draw();
    }
    if (photo.kind === 'video') {
      this.#showVideo(photo);
      return;
    }
    this.#thumbnail.src = thumbnailAddress(photo.id, 512 / devicePixelRatio);
    this.#pictureTimer = setTimeout(() => (this.#picture.src = pictureAddress(photo.id)), delay);
  }

  set aids(aids) {
    if (aids === this.#aids) return;
    this.#aids = aids;
    this.#overlays.clear();
    if (this.photo) this.draw();
  }

  #showVideo(photo) {
    const poster = thumbnailAddress(photo.id, 1024 / devicePixelRatio);
    const video = make('video', '', { controls: true, preload: 'metadata', ariaLabel: describe(photo), poster });
    video.addEventListener('error', () => {
      this.#problem.textContent = 'This browser cannot play this video. It can be picked all the same.';
    });
    video.src = `./photos/${photo.id}/video`;
    this.#video = video;
    this.element.prepend(video);
  }

  async #showProblem() {
    const { id, damage } = this.photo;
    let reason = damage;
    try {
      const answer = await fetch(this.#picture.src);
      if (!answer.ok) reason = (await answer.json()).error ?? damage;
    } catch {
      // The session handles connection errors.
    }
    if (this.photo?.id === id) this.#problem.textContent = `No picture: ${reason ?? 'it could not be made'}`;
  }

  clear() {
    clearTimeout(this.#timer);
    clearTimeout(this.#pictureTimer);
    this.photo = undefined;
    this.crop.clear();
    this.#regions.clear();
    this.#overlays.clear();
    this.#problem.textContent = '';
    this.#picture.classList.remove('loaded');
    for (const image of [this.#thumbnail, this.#picture]) image.removeAttribute('src');
    if (!this.#video) return;
    this.#video.pause();
    this.#video.removeAttribute('src');
    this.#video.load();
    this.#video.remove();
    this.#video = undefined;
  }

  /** The size of the photo or, if unknown, of its picture. */
  get #size() {
    const { width, height } = this.photo;
    if (width && height) return { width, height };
    return { width: this.#picture.naturalWidth || 3000, height: this.#picture.naturalHeight || 2000 };
  }

  #setSize() {
    if (!this.photo) return;
    const size = this.#size;
    this.zoom.resize(size, { width: this.element.clientWidth, height: this.element.clientHeight });
    this.#photoElement.style.width = `${size.width}px`;
    this.#photoElement.style.height = `${size.height}px`;
    this.draw();
  }

  draw() {
    const { left, top } = this.zoom.corner;
    this.#photoElement.style.transform = `translate(${left}px, ${top}px) scale(${this.zoom.scale})`;
    this.crop.draw(this.zoom);
    this.element.classList.toggle('zoomed', !this.zoom.fits);
    clearTimeout(this.#timer);
    if (!this.photo?.width || this.photo.kind === 'video') return;
    this.#timer = setTimeout(() => {
      const { width, height } = this.photo;
      this.#regions.show(this.photo, this.zoom, Math.min(1, PICTURE / Math.max(width, height)));
      if (this.#aids) this.#overlays.show(this.photo, this.zoom, 0);
    }, REST);
  }
}

export const pictureAddress = (id) => `./photos/${id}/picture`;
