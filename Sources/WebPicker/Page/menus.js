/** Menus and other boxes that open at a button: groups, orders, and what else can be done. */
import { JudgingControls } from './controls.js';
import { icon, make } from './text.js';

let close = () => {};

export const closeMenu = () => close();

/**
 * Opens a box below a button, or above one in the lower half of the page; Esc or a press elsewhere closes it, Tab a menu,
 * and the focus goes back to where it was.
 */
export function openMenuBox(button, box) {
  close();
  const before = document.activeElement;
  const { left, right, top, bottom } = button.getBoundingClientRect();
  button.closest('header, footer').append(box);
  const width = box.offsetWidth;
  const start = right - width < 8 ? left : right - width;
  box.style.left = `${Math.max(8, Math.min(start, innerWidth - width - 8))}px`;
  const isBelow = top < innerHeight / 2;
  if (isBelow) box.style.top = `${bottom + 4}px`;
  else box.style.bottom = `${innerHeight - top + 4}px`;
  box.style.maxHeight = `${(isBelow ? innerHeight - bottom : top) - 16}px`;
  button.ariaExpanded = 'true';
  const onPress = (event) => {
    if (!box.contains(event.target) && !button.contains(event.target)) end(false);
  };
  const end = (returns = true) => {
    if (!box.isConnected) return;
    document.removeEventListener('pointerdown', onPress, true);
    button.ariaExpanded = 'false';
    close = () => {};
    box.remove();
    if (returns) before?.focus();
  };
  document.addEventListener('pointerdown', onPress, true);
  box.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' && !(event.key === 'Tab' && box.role === 'menu')) return;
    event.preventDefault();
    end();
  });
  close = end;
}

/**
 * Opens a menu below a button.
 * @param {{name: string, key?: string, isChecked?: boolean, isRadio?: boolean, run: () => void}[]} items
 */
export function openMenu(button, title, items) {
  if (button.ariaExpanded === 'true') {
    close();
    return;
  }
  const menu = make('div', 'menu');
  menu.role = 'menu';
  menu.ariaLabel = title;
  const entries = items.map((item) => makeItem(item));
  menu.append(...entries);
  openMenuBox(button, menu);
  menu.addEventListener('keydown', (event) => moveInMenu(event, entries));
  (entries[items.findIndex((item) => item.isRadio && item.isChecked)] ?? entries[0]).focus();
}

function makeItem({ name, key, isChecked, isRadio, run }) {
  const entry = make('button', 'menu-item');
  entry.role = isRadio ? 'menuitemradio' : isChecked === undefined ? 'menuitem' : 'menuitemcheckbox';
  if (isChecked !== undefined) entry.ariaChecked = String(isChecked);
  entry.tabIndex = -1;
  const mark = make('span', 'mark');
  if (isChecked) mark.append(icon('check'));
  entry.append(mark, make('span', 'name', name));
  if (key) entry.append(make('kbd', '', key));
  entry.addEventListener('click', () => {
    close();
    run();
  });
  return entry;
}

/** Moves by arrows, Home, End and first letters. */
function moveInMenu(event, entries) {
  const index = entries.indexOf(document.activeElement);
  const { key } = event;
  let next;
  if (key === 'ArrowDown') next = (index + 1) % entries.length;
  else if (key === 'ArrowUp') next = (index + entries.length - 1) % entries.length;
  else if (key === 'Home') next = 0;
  else if (key === 'End') next = entries.length - 1;
  else if (key.length === 1 && key !== ' ') {
    const after = [...entries.slice(index + 1), ...entries.slice(0, index + 1)];
    const found = after.find((entry) =>
      entry.querySelector('.name').textContent.toLowerCase().startsWith(key.toLowerCase()),
    );
    next = entries.indexOf(found ?? entries[index]);
  } else return;
  event.preventDefault();
  entries[next].focus();
}

/** Opens the box in which all picked photos are judged by mouse. */
export function openMarks(button, judging) {
  if (button.ariaExpanded === 'true') {
    closeMenu();
    return;
  }
  const box = make('div', 'menu marks-box');
  box.role = 'dialog';
  box.ariaLabel = 'Mark all picked photos';
  const controls = new JudgingControls(
    (change) => judging.judgePicks(change),
    () => {
      closeMenu();
      judging.askForKeywordsOfPicks();
    },
  );
  const clear = make('button', 'button', 'No stars');
  clear.addEventListener('click', () => judging.judgePicks({ stars: 0 }));
  box.append(make('p', 'filter-title', `Mark ${judging.picksName}`), controls.element, clear);
  openMenuBox(button, box);
  box.querySelector('button').focus();
}
