import { OTHERS, icon, labelClass, make, starText } from './text.js';

export function describe(photo) {
  const date = photo.date ? `, ${photo.date}` : '';
  return `${photo.name}${date}${photo.isFileDate ? ' (date of the file)' : ''}`;
}

/** Returns the badge of a photo: its files or its burst, the duration of a video, or RAW. */
function badgeOf(photo) {
  if (photo.stack?.badge) return photo.stack.badge;
  if (photo.kind === 'video') return photo.length ?? 'video';
  return photo.format === 'raw' ? 'RAW' : '';
}

/** A grid cell with a picture, a check mark, the rating and a caption. */
export class Tile {
  position = -1;
  photo;
  #shown = '';

  constructor(onLoad) {
    this.image = make('img', '', { alt: '', draggable: false, decoding: 'async' });
    this.image.addEventListener('load', () => onLoad(this.image, false));
    this.image.addEventListener('error', () => onLoad(this.image, true));
    this.check = makeSilent('check', icon('check'), make('b'));
    this.look = makeSilent('look', icon('expand'));
    this.marks = make('span', 'marks');
    this.note = make('span', 'note');
    this.burst = make('span', 'burst-badge');
    this.caption = makeSilent('caption', make('b'), make('span'));
    const parts = [this.image, this.check, this.look, this.marks, this.note, this.burst, this.caption];
    this.element = make('div', 'tile', { role: 'gridcell', tile: this }, ...parts);
  }

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

  show(photo, look) {
    const { isPicked, number, isInRun, isCursor, burst } = look;
    this.photo = photo;
    const shown = JSON.stringify([photo, isPicked, number, isInRun, isCursor, burst]);
    if (shown === this.#shown) return;
    this.#shown = shown;
    const { classList } = this.element;
    classList.toggle('picked', isPicked);
    classList.toggle('run', isInRun);
    classList.toggle('cursor', isCursor);
    classList.toggle('refused', Boolean(photo?.refusal));
    classList.toggle('rejected', photo?.stars === -1);
    classList.toggle('burst', Boolean(burst));
    classList.toggle('burst-first', Boolean(burst?.isFirst));
    classList.toggle('burst-last', Boolean(burst?.isLast));
    this.burst.textContent = burst?.isFirst ? photo.stack.burstBadge : '';
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

function makeSilent(className, ...contents) {
  return make('span', className, { ariaHidden: 'true' }, ...contents);
}

/** @param {() => void} [onKeep] keeps the best of a group of duplicates */
export function makeHeading({ key, title, count }, onPick, onKeep) {
  const ariaLabel = `Pick all or none of ${title || OTHERS}`;
  const properties = { tabIndex: -1, ariaLabel, title: 'Pick all or none (a)' };
  const button = make('button', 'pick-section', properties, icon('check'));
  button.addEventListener('click', () => onPick(key));
  const texts = [make('h2', '', title || OTHERS), make('span', 'count', count.toLocaleString('en'))];
  const heading = make('div', 'heading', { role: 'gridcell' }, button, ...texts);
  if (!onKeep) return heading;
  const keep = make('button', 'keep-best', { tabIndex: -1, title: 'Move the others to the trash (B)' }, 'Keep best');
  keep.addEventListener('click', onKeep);
  heading.append(keep);
  return heading;
}
