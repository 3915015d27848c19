/** The crop of a photo: a frame that users move and resize. It keeps the aspect ratio and stays within the photo. */
import { make } from './text.js';

/** The factor of a resizing step. */
export const GROWTH = 1.1;
const STEPS = 40;
/** The largest crop is this many times larger than the smallest. */
const REDUCTION = 10;
/** The delay before a change is sent, in milliseconds. */
const REST = 200;
const CORNERS = { nw: [-1, -1], ne: [1, -1], sw: [-1, 1], se: [1, 1] };

const isSame = (one, other) => ['x', 'y', 'width', 'height'].every((name) => one[name] === other[name]);
const within = (value, most) => Math.max(0, Math.min(value, most));

export class CropFrame {
  element = make('div', 'crop');
  #photo;
  /** The last crop received from photopick. */
  #told;
  /** The frame in photo pixels, with fractions that accumulate during a drag. */
  #frame;
  #before;
  #zoom;
  #timer;
  #onRest;

  /** @param {(photo: object, frame: object) => void} onRest invoked with the changed crop in integer pixels */
  constructor(onRest) {
    this.#onRest = onRest;
    this.element.role = 'group';
    this.element.hidden = true;
    for (const name of Object.keys(CORNERS)) this.element.append(this.#makeHandle(name));
  }

  /** Displays the crop from photopick; hides the frame if it is missing. */
  show(photo, isShown) {
    if (photo.id !== this.#photo?.id) this.clear();
    this.#photo = photo;
    // The reported crop may precede the last change.
    if (photo.crop && !(this.#told && isSame(photo.crop, this.#told)) && !this.#timer) {
      this.#told = photo.crop;
      this.#frame = { ...photo.crop };
    }
    if (!photo.crop) this.#frame = undefined;
    this.element.hidden = !isShown || !this.#frame;
    this.draw(this.#zoom);
  }

  clear() {
    this.flush();
    this.#photo = this.#told = this.#frame = this.#before = undefined;
    this.element.hidden = true;
  }

  get isShown() {
    return !this.element.hidden;
  }

  /** `3000 × 3000 at 500, 0`: the size and the upper left corner, in photo pixels. */
  get text() {
    if (!this.#frame) return '';
    const { x, y, width, height } = this.#rounded;
    return `${width} × ${height} at ${x}, ${y}`;
  }

  begin() {
    this.#before = undefined;
  }

  restore() {
    if (this.#before) this.#change(this.#before);
    this.flush();
  }

  drag(x, y) {
    if (this.#zoom) this.#move(x / this.#zoom.scale, y / this.#zoom.scale);
  }

  step(x, y, isFine) {
    const size = isFine ? 1 : Math.max(1, Math.floor(Math.max(this.#photo.width, this.#photo.height) / STEPS));
    this.#move(x * size, y * size);
  }

  scale(factor) {
    if (!this.#frame) return;
    const { x, y, width, height } = this.#frame;
    const size = this.#sized((Math.max(width, height) * factor) / Math.max(this.#told.mostWidth, this.#told.mostHeight));
    this.#change({ x: x + (width - size.width) / 2, y: y + (height - size.height) / 2, ...size });
  }

  reset() {
    if (!this.#frame) return;
    const size = this.#sized(1);
    const middle = (length, part) => Math.floor((length - part) / 2);
    this.#change({ x: middle(this.#photo.width, size.width), y: middle(this.#photo.height, size.height), ...size });
  }

  #sized(scale) {
    const share = Math.max(1 / REDUCTION, Math.min(scale, 1));
    const { mostWidth, mostHeight } = this.#told;
    return { width: Math.max(1, mostWidth * share), height: Math.max(1, mostHeight * share) };
  }

  #move(x, y) {
    if (this.#frame) this.#change({ ...this.#frame, x: this.#frame.x + x, y: this.#frame.y + y });
  }

  #change({ x, y, width, height }) {
    const { width: columns, height: rows } = this.#photo;
    this.#before ??= this.#frame;
    this.#frame = { x: within(x, columns - width), y: within(y, rows - height), width, height };
    this.draw(this.#zoom);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.flush(), REST);
  }

  flush() {
    if (!this.#timer) return;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#onRest(this.#photo, this.#rounded);
  }

  get #rounded() {
    return Object.fromEntries(['x', 'y', 'width', 'height'].map((name) => [name, Math.round(this.#frame[name])]));
  }

  draw(zoom) {
    this.#zoom = zoom;
    if (!zoom || !this.#frame) return;
    const { left, top } = zoom.corner;
    const { x, y, width, height } = this.#frame;
    Object.assign(this.element.style, {
      left: `${left + x * zoom.scale}px`,
      top: `${top + y * zoom.scale}px`,
      width: `${width * zoom.scale}px`,
      height: `${height * zoom.scale}px`,
    });
    this.element.ariaLabel = `Crop: ${this.text}`;
  }

  #makeHandle(name) {
    const handle = make('div', `crop-handle crop-${name}`);
    let isHeld = false;
    handle.addEventListener('pointerdown', (event) => {
      if (event.button !== 0) return;
      // A drag that starts outside of the handles moves the frame.
      event.stopPropagation();
      handle.setPointerCapture(event.pointerId);
      isHeld = true;
    });
    handle.addEventListener('pointermove', (event) => isHeld && this.#pull(CORNERS[name], event));
    for (const end of ['pointerup', 'pointercancel']) handle.addEventListener(end, () => (isHeld = false));
    return handle;
  }

  #pull([across, down], event) {
    const { left, top } = this.element.parentElement.getBoundingClientRect();
    const { corner, scale } = this.#zoom;
    const { x, y, width, height } = this.#frame;
    const fixed = { x: across > 0 ? x : x + width, y: down > 0 ? y : y + height };
    const wide = ((event.clientX - left - corner.left) / scale - fixed.x) * across;
    const high = ((event.clientY - top - corner.top) / scale - fixed.y) * down;
    const { mostWidth, mostHeight } = this.#told;
    const roomAcross = across > 0 ? this.#photo.width - fixed.x : fixed.x;
    const roomDown = down > 0 ? this.#photo.height - fixed.y : fixed.y;
    const most = Math.min(roomAcross / mostWidth, roomDown / mostHeight);
    const size = this.#sized(Math.min(Math.max(wide / mostWidth, high / mostHeight), most));
    this.#change({
      x: across > 0 ? fixed.x : fixed.x - size.width,
      y: down > 0 ? fixed.y : fixed.y - size.height,
      ...size,
    });
  }
}
