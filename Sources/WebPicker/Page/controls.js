/** The buttons of the full view: back, name, zoom, facts, pick; stars, colours, keywords. */
import { LABELS, icon, make } from './text.js';

function makeButton(className, name, iconName, key, run) {
  const button = make('button', className);
  button.ariaLabel = name;
  button.title = key ? `${name} (${key})` : name;
  if (iconName) button.append(icon(iconName));
  button.addEventListener('click', run);
  return button;
}

/** Makes the buttons above the photo. `run` takes the name of what to do. */
export class TopControls {
  element = make('header', 'viewer-top');
  #name = make('h2', 'viewer-name');
  #place = make('p', 'dim');
  #pick = make('button', 'button pick');
  #crop;
  #info;

  constructor(run) {
    const texts = make('div', 'viewer-texts');
    texts.append(this.#name, this.#place);
    this.#pick.title = 'Pick or let go (Space)';
    this.#pick.addEventListener('click', () => run('pick'));
    this.#info = makeButton('icon-button', 'Facts', 'info', 'i', () => run('info'));
    this.#crop = makeButton('icon-button', 'Crop', 'crop', 'C', () => run('crop'));
    this.element.append(
      makeButton('icon-button', 'Back to all photos', 'back', 'Esc', () => run('close')),
      texts,
      makeButton('icon-button wide', 'Smaller', 'minus', '-', () => run('smaller')),
      makeButton('icon-button wide', 'Larger', 'plus', '+', () => run('larger')),
      makeButton('icon-button wide', 'Compare', 'compare', 'c', () => run('compare')),
      this.#crop,
      this.#info,
      this.#pick,
    );
  }

  /** Shows a photo's name and place, and whether it is picked. `crop` has `isShown` and `isMoved`. */
  show(photo, place, isPicked, hasFacts, crop) {
    this.#crop.hidden = !crop.isShown;
    this.#crop.ariaPressed = String(crop.isMoved);
    this.#name.textContent = photo.name;
    this.#place.textContent = place;
    const name = isPicked ? 'Picked' : photo.refusal ? `Not to be picked: ${photo.refusal}` : 'Pick';
    this.#pick.replaceChildren(...(isPicked ? [icon('check')] : []), name);
    this.#pick.classList.toggle('primary', isPicked);
    this.#pick.ariaPressed = String(isPicked);
    this.#pick.disabled = Boolean(photo.refusal) && !isPicked;
    this.#info.ariaPressed = String(hasFacts);
  }
}

/** Makes the buttons that change the crop. `run` takes the name of what to do. */
export class CropControls {
  element = make('footer', 'viewer-bottom crop-controls');

  constructor(run) {
    const makeTextButton = (className, name, key, action) => {
      const button = makeButton(`button ${className}`, name, '', key, () => run(action));
      button.textContent = name;
      return button;
    };
    this.element.role = 'group';
    this.element.ariaLabel = 'Crop';
    this.element.hidden = true;
    this.element.append(
      makeButton('icon-button', 'Smaller crop', 'minus', '-', () => run('smallerCrop')),
      makeButton('icon-button', 'Larger crop', 'plus', '+', () => run('largerCrop')),
      makeTextButton('', 'Reset', '0', 'resetCrop'),
      makeTextButton('', 'Undo', 'Esc', 'undoCrop'),
      makeTextButton('primary', 'Keep', 'Enter', 'keepCrop'),
    );
  }
}

/** Makes the buttons that judge. `judge` takes `{stars}` or `{label}`, `askForKeywords` nothing. */
export class JudgingControls {
  element = make('footer', 'viewer-bottom');
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
    this.element.role = 'group';
    this.element.ariaLabel = 'Judge';
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
