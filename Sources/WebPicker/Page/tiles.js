/** Makes the elements of rows and tiles, and uses them again. */
import { OTHERS, icon, labelClass, make, starText } from './text.js';

/** What a screen reader says of a photo: its name and date. */
export function describe(photo) {
  const date = photo.date ? `, ${photo.date}` : '';
  return `${photo.name}${date}${photo.isFileDate ? ' (date of the file)' : ''}`;
}

/** What tells a photo from others at a glance: the length of a film, or that it is raw. */
function badgeOf(photo) {
  if (photo.kind === 'video') return photo.length ?? 'video';
  return photo.format === 'raw' ? 'RAW' : '';
}

/** A tile: a cell of the grid with a picture, a check and what is known at a glance. */
export class Tile {
  position = -1;
  photo;
  #shown = '';

  constructor(onLoad) {
    this.element = document.createElement('div');
    this.element.className = 'tile';
    this.element.role = 'gridcell';
    this.element.tile = this;
    this.image = document.createElement('img');
    this.image.alt = '';
    this.image.draggable = false;
    this.image.decoding = 'async';
    this.image.addEventListener('load', () => onLoad(this.image, false));
    this.image.addEventListener('error', () => onLoad(this.image, true));
    this.check = document.createElement('span');
    this.check.className = 'check';
    this.check.ariaHidden = 'true';
    this.check.append(icon('check'), document.createElement('b'));
    this.look = document.createElement('span');
    this.look.className = 'look';
    this.look.ariaHidden = 'true';
    this.look.append(icon('expand'));
    this.marks = document.createElement('span');
    this.marks.className = 'marks';
    this.note = document.createElement('span');
    this.note.className = 'note';
    this.caption = document.createElement('span');
    this.caption.className = 'caption';
    this.caption.ariaHidden = 'true';
    this.caption.append(document.createElement('b'), document.createElement('span'));
    this.element.append(this.image, this.check, this.look, this.marks, this.note, this.caption);
  }

  /** Puts the tile at a place of its row. */
  place({ position, x, width }, height) {
    this.position = position;
    this.photo = undefined;
    this.width = width;
    this.height = height;
    this.element.id = `photo-${position}`;
    const { style } = this.element;
    style.left = `${x}px`;
    style.width = `${width}px`;
    style.height = `${height}px`;
  }

  /**
   * Shows what is known of the photo.
   * @param {{isPicked: boolean, number?: number, isInRun: boolean, isCursor: boolean}} look
   */
  show(photo, look) {
    const { isPicked, number, isInRun, isCursor } = look;
    this.photo = photo;
    const shown = JSON.stringify([photo, isPicked, number, isInRun, isCursor]);
    if (shown === this.#shown) return;
    this.#shown = shown;
    const { classList } = this.element;
    classList.toggle('picked', isPicked);
    classList.toggle('run', isInRun);
    classList.toggle('cursor', isCursor);
    classList.toggle('refused', Boolean(photo?.refusal));
    classList.toggle('rejected', photo?.stars === -1);
    this.element.ariaSelected = String(isPicked);
    this.image.alt = photo ? describe(photo) : '';
    this.check.lastChild.textContent = number ?? '';
    this.marks.className = `marks ${labelClass(photo?.label)}`;
    this.marks.textContent = photo ? starText(photo.stars) : '';
    if (photo?.label) this.marks.append(make('span', 'hidden-text', ` ${photo.label}`));
    this.note.textContent = photo ? (photo.refusal ?? badgeOf(photo)) : '';
    const [name, facts] = this.caption.children;
    name.textContent = photo?.name ?? '';
    facts.textContent = photo ? [photo.date, badgeOf(photo), starText(photo.stars)].filter(Boolean).join(' · ') : '';
  }
}

/** Makes the heading of a section, with a button that picks all of it or none. */
export function makeHeading(section, onPick) {
  const element = document.createElement('div');
  element.className = 'heading';
  element.role = 'gridcell';
  const title = document.createElement('h2');
  const count = document.createElement('span');
  count.className = 'count';
  const button = document.createElement('button');
  button.className = 'pick-section';
  button.tabIndex = -1;
  button.append(icon('check'));
  button.addEventListener('click', () => onPick(section.key));
  element.append(button, title, count);
  setHeading(element, section);
  return element;
}

/** Sets the texts of a heading. */
export function setHeading(element, section) {
  const [button, title, count] = element.children;
  title.textContent = section.title || OTHERS;
  count.textContent = section.count.toLocaleString('en');
  button.ariaLabel = `Pick all or none of ${title.textContent}`;
  button.title = 'Pick all or none (a)';
}
