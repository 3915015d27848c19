/** The buttons and facts of the full view. */
import { getJSON } from './server.js';
import { LABELS, icon, make } from './text.js';

/** The side of the picture that clipped pixels are counted in, and the levels, as in the terminal. */
const [CLIPPING_SIDE, HIGHLIGHT, SHADOW] = [1024, 254, 1];
const SIDE = 256;
const HEIGHT = 80;

function makeButton(className, name, iconName, key, run) {
  const button = make('button', className, { ariaLabel: name, title: key ? `${name} (${key})` : name });
  if (iconName) button.append(icon(iconName));
  button.addEventListener('click', run);
  return button;
}

/** The buttons above the photo. `run` receives the name of an action. */
export class TopControls {
  element = make('header', 'viewer-top');
  #name = make('h2', 'viewer-name');
  #place = make('p', 'dim');
  #pick = make('button', 'button pick', { title: 'Pick or unpick (Space)' });
  #picture;
  #crop;
  #info;

  constructor(run) {
    this.#pick.addEventListener('click', () => run('pick'));
    this.#picture = makeButton('button', 'Next picture of this shot', '', 'V', () => run('picture'));
    this.#info = makeButton('icon-button', 'Facts', 'info', 'i', () => run('info'));
    this.#crop = makeButton('icon-button', 'Crop', 'crop', 'C', () => run('crop'));
    this.element.append(
      makeButton('icon-button', 'Back to all photos', 'back', 'Esc', () => run('close')),
      make('div', 'viewer-texts', {}, this.#name, this.#place),
      makeButton('icon-button wide', 'Smaller', 'minus', '-', () => run('smaller')),
      makeButton('icon-button wide', 'Larger', 'plus', '+', () => run('larger')),
      makeButton('icon-button wide', 'Compare', 'compare', 'c', () => run('compare')),
      this.#picture,
      this.#crop,
      this.#info,
      this.#pick,
    );
  }

  /**
   * Updates the buttons for a photo. `picture` is the displayed one of a shot with several; `crop` has `isShown` and
   * `isMoved`.
   */
  show(photo, picture, place, isPicked, hasFacts, crop) {
    this.#picture.hidden = !picture;
    this.#picture.textContent = picture?.title ?? '';
    this.#picture.ariaLabel = `${picture?.title}: next picture of this shot`;
    this.#crop.hidden = !crop.isShown;
    this.#crop.ariaPressed = String(crop.isMoved);
    this.#name.textContent = picture?.name ?? photo.name;
    this.#place.textContent = place;
    const name = isPicked ? 'Picked' : photo.refusal ? `Not to be picked: ${photo.refusal}` : 'Pick';
    this.#pick.replaceChildren(...(isPicked ? [icon('check')] : []), name);
    this.#pick.classList.toggle('primary', isPicked);
    this.#pick.ariaPressed = String(isPicked);
    this.#pick.disabled = Boolean(photo.refusal) && !isPicked;
    this.#info.ariaPressed = String(hasFacts);
  }
}

/** The buttons that change the crop. `run` receives the name of an action. */
export class CropControls {
  element = make('footer', 'viewer-bottom crop-controls', { role: 'group', ariaLabel: 'Crop', hidden: true });

  constructor(run) {
    const makeTextButton = (className, name, key, action) => {
      const button = makeButton(`button ${className}`, name, '', key, () => run(action));
      button.textContent = name;
      return button;
    };
    this.element.append(
      makeButton('icon-button', 'Smaller crop', 'minus', '-', () => run('smallerCrop')),
      makeButton('icon-button', 'Larger crop', 'plus', '+', () => run('largerCrop')),
      makeTextButton('', 'Reset', '0', 'resetCrop'),
      makeTextButton('', 'Undo', 'Esc', 'undoCrop'),
      makeTextButton('primary', 'Keep', 'Enter', 'keepCrop'),
    );
  }
}

/** The buttons for ratings, labels and keywords. `judge` receives `{stars}` or `{label}`. */
export class JudgingControls {
  element = make('footer', 'viewer-bottom', { role: 'group', ariaLabel: 'Judge' });
  #stars = [];
  #labels = [];
  #reject;

  constructor(judge, askForKeywords) {
    for (let stars = 1; stars <= 5; stars += 1) {
      const name = stars === 1 ? '1 star' : `${stars} stars`;
      const button = makeButton('icon-button star', name, 'star', stars, () =>
        judge({ stars: button.ariaPressed === 'true' ? 0 : stars }),
      );
      this.#stars.push(button);
    }
    this.#reject = makeButton('icon-button reject', 'Reject', 'reject', 'x', () =>
      judge({ stars: this.#reject.ariaPressed === 'true' ? 0 : -1 }),
    );
    for (const [key, label] of Object.entries(LABELS)) {
      const button = makeButton(`icon-button label-button label-${label.toLowerCase()}`, label, '', key, () =>
        judge({ label }),
      );
      this.#labels.push([label, button]);
    }
    this.element.append(
      ...this.#stars,
      this.#reject,
      ...this.#labels.map(([, button]) => button),
      makeButton('icon-button', 'Keywords', 'tag', 't', askForKeywords),
    );
  }

  show(photo, canMark) {
    this.element.hidden = !canMark;
    this.#stars.forEach((button, index) => {
      button.classList.toggle('on', (photo.stars ?? 0) > index);
      button.ariaPressed = String(photo.stars === index + 1);
    });
    this.#reject.ariaPressed = String(photo.stars === -1);
    for (const [label, button] of this.#labels) button.ariaPressed = String(photo.label === label);
  }
}

export class FactsPanel {
  #list = make('dl');
  #canvas = make('canvas', '', { width: SIDE, height: HEIGHT, role: 'img', ariaLabel: 'Histogram' });
  element = make('aside', 'facts', { ariaLabel: 'Facts', tabIndex: 0, hidden: true }, this.#canvas, this.#list);
  #id;

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

  /** Displays the histogram of a picture; hides it if there is no picture. */
  draw(picture) {
    const isDrawn = Boolean(picture) && !this.element.hidden;
    this.#canvas.hidden = !isDrawn;
    if (isDrawn) drawHistogram(this.#canvas, countLevels(picture));
  }
}

/** Returns the share of clipped pixels of a picture, such as `clipped 0.4 % light, 2 % dark`. */
export function clippedText(picture) {
  const counts = [0, 0];
  const data = pixelsOf(picture, CLIPPING_SIDE);
  for (let index = 0; index < data.length; index += 4) {
    const most = Math.max(data[index], data[index + 1], data[index + 2]);
    if (most >= HIGHLIGHT) counts[0] += 1;
    else if (most <= SHADOW) counts[1] += 1;
  }
  const [light, dark] = counts.map((count) => Math.round((count * 4000) / data.length) / 10);
  return `clipped ${light} % light, ${dark} % dark`;
}

function countLevels(picture) {
  const data = pixelsOf(picture, SIDE);
  const levels = [new Uint32Array(256), new Uint32Array(256), new Uint32Array(256)];
  for (let index = 0; index < data.length; index += 4) {
    levels[0][data[index]] += 1;
    levels[1][data[index + 1]] += 1;
    levels[2][data[index + 2]] += 1;
  }
  return levels;
}

/** Returns the pixels of a picture, scaled down to a side. */
function pixelsOf(picture, side) {
  const canvas = make('canvas');
  const scale = Math.min(1, side / Math.max(picture.naturalWidth, picture.naturalHeight));
  canvas.width = Math.max(1, Math.round(picture.naturalWidth * scale));
  canvas.height = Math.max(1, Math.round(picture.naturalHeight * scale));
  const context = canvas.getContext('2d', { willReadFrequently: true });
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return context.getImageData(0, 0, canvas.width, canvas.height).data;
}

function drawHistogram(canvas, levels) {
  const context = canvas.getContext('2d');
  context.clearRect(0, 0, SIDE, HEIGHT);
  context.globalCompositeOperation = 'lighter';
  // Ignore the few highest levels, which would flatten the rest if the background is white.
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
