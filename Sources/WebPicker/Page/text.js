/** Shared strings, icons and element creation. */

const SVG = 'http://www.w3.org/2000/svg';

export function icon(name) {
  const svg = document.createElementNS(SVG, 'svg');
  const use = document.createElementNS(SVG, 'use');
  use.setAttribute('href', `#i-${name}`);
  svg.setAttribute('aria-hidden', 'true');
  svg.append(use);
  return svg;
}

export const byId = (id) => document.getElementById(id);

/** Creates an element with a string or properties, and with children. */
export function make(name, className, properties = {}, ...children) {
  const element = document.createElement(name);
  if (className) element.className = className;
  if (typeof properties === 'string') element.textContent = properties;
  else Object.assign(element, properties);
  element.append(...children);
  return element;
}

export const starText = (stars) => (stars === -1 ? 'rejected' : '★'.repeat(stars ?? 0));

export const LABELS = { 6: 'Red', 7: 'Yellow', 8: 'Green', 9: 'Blue', P: 'Purple' };

export function labelClass(label) {
  if (!label) return '';
  return Object.values(LABELS).includes(label) ? `label-${label.toLowerCase()}` : 'label-other';
}

export const OTHERS = 'Other photos';

export const pickedCount = (count) => `${count.toLocaleString('en')} picked ${count === 1 ? 'photo' : 'photos'}`;

export const photoCount = (count) => `${count.toLocaleString('en')} ${count === 1 ? 'photo' : 'photos'}`;
