/** What is known of a photo, and its histogram. */
import { getJSON } from './server.js';
import { make } from './text.js';

const SIDE = 256;
const HEIGHT = 80;

export class FactsPanel {
  element = make('aside', 'facts');
  #list = make('dl');
  #canvas = make('canvas');
  #id;

  constructor() {
    this.element.ariaLabel = 'Facts';
    this.element.tabIndex = 0;
    this.element.hidden = true;
    this.#canvas.width = SIDE;
    this.#canvas.height = HEIGHT;
    this.#canvas.role = 'img';
    this.#canvas.ariaLabel = 'Histogram';
    this.element.append(this.#canvas, this.#list);
  }

  async show(photo) {
    if (this.element.hidden) return;
    const { id } = photo;
    this.#id = id;
    try {
      const { facts } = await getJSON(`./photos/${id}`);
      if (id !== this.#id) return;
      this.#list.replaceChildren(
        ...facts.flatMap(({ name, text }) => [make('dt', '', name), make('dd', '', text)]),
      );
    } catch (error) {
      if (id === this.#id) this.#list.replaceChildren(make('dt', '', 'Facts'), make('dd', '', error.message));
    }
  }

  /** Draws the histogram of a picture; none if there is no picture yet. */
  draw(picture) {
    const isDrawn = Boolean(picture) && !this.element.hidden;
    this.#canvas.hidden = !isDrawn;
    if (isDrawn) drawHistogram(this.#canvas, countLevels(picture));
  }
}

function countLevels(picture) {
  const canvas = make('canvas');
  const scale = Math.min(1, SIDE / Math.max(picture.naturalWidth, picture.naturalHeight));
  canvas.width = Math.max(1, Math.round(picture.naturalWidth * scale));
  canvas.height = Math.max(1, Math.round(picture.naturalHeight * scale));
  const context = canvas.getContext('2d', { willReadFrequently: true });
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
  const levels = [new Uint32Array(256), new Uint32Array(256), new Uint32Array(256)];
  for (let index = 0; index < data.length; index += 4) {
    levels[0][data[index]] += 1;
    levels[1][data[index + 1]] += 1;
    levels[2][data[index + 2]] += 1;
  }
  return levels;
}

function drawHistogram(canvas, levels) {
  const context = canvas.getContext('2d');
  context.clearRect(0, 0, SIDE, HEIGHT);
  context.globalCompositeOperation = 'lighter';
  // A few levels, as of a white ground, would press all others down.
  const sorted = levels.flatMap((counts) => [...counts]).sort((a, b) => b - a);
  const most = Math.max(sorted[6], 1);
  levels.forEach((counts, color) => {
    context.fillStyle = ['#d03a32', '#2f9e44', '#3268d6'][color];
    counts.forEach((count, level) => {
      const height = Math.min(1, count / most) * HEIGHT;
      context.fillRect(level, HEIGHT - height, 1, height);
    });
  });
}
