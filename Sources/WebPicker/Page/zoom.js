/** The size of a photo and the part in the viewport. `scale` is CSS pixels per photo pixel. */

const LARGEST = 8;
/** The size of the viewport relative to a part that fills it with its surroundings. */
const MARGIN = 1.8;
export const ZOOM_STEP = 1.5;

export class Zoom {
  /** The photo pixel at the center of the viewport. */
  x = 0;
  y = 0;
  scale = 1;
  photo = { width: 1, height: 1 };
  view = { width: 1, height: 1 };
  fits = true;

  /** The scale at which the complete photo fits; small photos aren't enlarged. */
  get fitScale() {
    return Math.min(this.#fillScale, this.fullScale);
  }

  /** The scale at which the complete photo fills the viewport. */
  get #fillScale() {
    const { photo, view } = this;
    return Math.min(view.width / photo.width, view.height / photo.height);
  }

  /** The scale of 100 %: a device pixel per photo pixel. */
  get fullScale() {
    return 1 / devicePixelRatio;
  }

  resize(photo, view) {
    this.photo = photo;
    this.view = view;
    if (this.fits) this.fit();
    else this.#clamp();
  }

  fit() {
    this.fits = true;
    this.scale = this.fitScale;
    this.x = this.photo.width / 2;
    this.y = this.photo.height / 2;
  }

  by(factor, left = this.view.width / 2, top = this.view.height / 2) {
    const most = Math.max(LARGEST * this.fullScale, this.fitScale);
    const scale = Math.min(this.scale * factor, most);
    if (scale <= this.fitScale * 1.01) {
      this.fit();
      return;
    }
    const [fromX, fromY] = [left - this.view.width / 2, top - this.view.height / 2];
    this.x += fromX / this.scale - fromX / scale;
    this.y += fromY / this.scale - fromY / scale;
    this.scale = scale;
    this.fits = false;
    this.#clamp();
  }

  /** Toggles between 100 % and the complete photo. */
  toggle(left, top) {
    if (this.fits) this.by(Math.max(this.fullScale, this.fitScale * 1.02) / this.scale, left, top);
    else this.fit();
  }

  /** Shows a part of the photo, in parts of its width and height, with its surroundings. */
  look({ x, y, width, height }) {
    const { photo, view } = this;
    const fill = Math.min(view.width / (width * photo.width), view.height / (height * photo.height)) / MARGIN;
    this.scale = Math.min(fill, LARGEST * this.fullScale);
    this.fits = this.scale <= this.fitScale * 1.01;
    if (this.fits) {
      this.fit();
      return;
    }
    this.x = (x + width / 2) * photo.width;
    this.y = (y + height / 2) * photo.height;
    this.#clamp();
  }

  pan(x, y) {
    this.x -= x / this.scale;
    this.y -= y / this.scale;
    this.#clamp();
  }

  /** Shows the same part of the frame as another view: pictures of one scene may have different sizes. */
  follow(other) {
    this.scale = (this.#fillScale * other.scale) / other.#fillScale;
    this.fits = other.fits || this.scale <= this.fitScale * 1.01;
    if (this.fits) {
      this.fit();
      return;
    }
    this.x = (other.x / other.photo.width) * this.photo.width;
    this.y = (other.y / other.photo.height) * this.photo.height;
    this.#clamp();
  }

  /** The upper left corner of the photo in the viewport. */
  get corner() {
    return {
      left: this.view.width / 2 - this.x * this.scale,
      top: this.view.height / 2 - this.y * this.scale,
    };
  }

  get seen() {
    const [width, height] = [this.view.width / this.scale, this.view.height / this.scale];
    return {
      left: Math.max(0, this.x - width / 2),
      top: Math.max(0, this.y - height / 2),
      right: Math.min(this.photo.width, this.x + width / 2),
      bottom: Math.min(this.photo.height, this.y + height / 2),
    };
  }

  #clamp() {
    this.x = keepWithin(this.x, this.photo.width, this.view.width / this.scale);
    this.y = keepWithin(this.y, this.photo.height, this.view.height / this.scale);
  }
}

function keepWithin(middle, length, seen) {
  if (seen >= length) return length / 2;
  return Math.max(seen / 2, Math.min(middle, length - seen / 2));
}
