/** Small texts and icons that many parts use. */

const SVG = 'http://www.w3.org/2000/svg';

/** An icon of the page's own set. */
export function icon(name) {
  const svg = document.createElementNS(SVG, 'svg');
  const use = document.createElementNS(SVG, 'use');
  use.setAttribute('href', `#i-${name}`);
  svg.setAttribute('aria-hidden', 'true');
  svg.append(use);
  return svg;
}

export const byId = (id) => document.getElementById(id);

/** Makes an element with a text. */
export function make(name, className, text) {
  const element = document.createElement(name);
  if (className) element.className = className;
  if (text !== undefined) element.textContent = text;
  return element;
}

/** Makes one option of a combobox's list the active one, or none for an index outside of it. */
export function setActive(input, list, index) {
  [...list.children].forEach((option, place) => (option.ariaSelected = String(place === index)));
  const active = list.children[index];
  if (active) input.setAttribute('aria-activedescendant', active.id);
  else input.removeAttribute('aria-activedescendant');
  active?.scrollIntoView({ block: 'nearest' });
}

/** Stars as text: `★★★`, `rejected`. */
export const starText = (stars) => (stars === -1 ? 'rejected' : '★'.repeat(stars ?? 0));

/** The colours of labels, by the keys 6 to 9. */
export const LABELS = { 6: 'Red', 7: 'Yellow', 8: 'Green', 9: 'Blue' };

/** The class of a label's colour. */
export function labelClass(label) {
  if (!label) return '';
  return Object.values(LABELS).includes(label) ? `label-${label.toLowerCase()}` : 'label-other';
}

/** The title of photos without a group. */
export const OTHERS = 'Other photos';

export const pickedCount = (count) => `${count.toLocaleString('en')} picked ${count === 1 ? 'photo' : 'photos'}`;

export const photoCount = (count) => `${count.toLocaleString('en')} ${count === 1 ? 'photo' : 'photos'}`;
