/** Menus and other popups: groups, orders, filters, ratings, and more. */
import { JudgingControls } from './controls.js';
import { icon, labelClass, make } from './text.js';

let close = () => {};

/**
 * Opens a popup below a button, or above it in the lower half of the page. Esc, Tab in a menu, or a press elsewhere closes
 * the popup and returns the focus. If the popup of the button is already open, closes it instead.
 */
function openMenuBox(button, box, focused) {
  const isOpen = button.ariaExpanded === 'true';
  close();
  if (isOpen) return;
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
  focused.focus();
}

/** @param {{name: string, key?: string, isChecked?: boolean, isRadio?: boolean, run: () => void}[]} items */
export function openMenu(button, title, items) {
  const entries = items.map(makeItem);
  const menu = make('div', 'menu', { role: 'menu', ariaLabel: title }, ...entries);
  menu.addEventListener('keydown', (event) => moveInMenu(event, entries));
  openMenuBox(button, menu, entries[items.findIndex((item) => item.isRadio && item.isChecked)] ?? entries[0]);
}

function makeItem({ name, key, isChecked, isRadio, run }) {
  const role = isRadio ? 'menuitemradio' : isChecked === undefined ? 'menuitem' : 'menuitemcheckbox';
  const mark = make('span', 'mark', {}, ...(isChecked ? [icon('check')] : []));
  const entry = make('button', 'menu-item', { role, tabIndex: -1 }, mark, make('span', 'name', name));
  if (isChecked !== undefined) entry.ariaChecked = String(isChecked);
  if (key) entry.append(make('kbd', '', key));
  entry.addEventListener('click', () => {
    close();
    run();
  });
  return entry;
}

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

export function openMarks(button, judging) {
  const box = make('div', 'menu marks-box', { role: 'dialog', ariaLabel: 'Mark all picked photos' });
  const controls = new JudgingControls(
    (change) => judging.judgePicks(change),
    () => {
      close();
      judging.askForKeywordsOfPicks();
    },
  );
  const clear = make('button', 'button', 'Unrated');
  clear.addEventListener('click', () => judging.judgePicks({ stars: 0 }));
  box.append(make('p', 'filter-title', `Mark ${judging.picksName}`), controls.element, clear);
  openMenuBox(button, box, box.querySelector('button'));
}

/** Opens the checklist of filters for the kinds, ratings and labels that occur, with counts. */
export async function openFilters(button, filters) {
  if (button.ariaExpanded === 'true') {
    close();
    return;
  }
  const box = make('div', 'menu filters', { role: 'dialog', ariaLabel: 'Filters' });
  // The user may click again during the request.
  await filters.load();
  if (button.ariaExpanded === 'true') return;
  const lists = [['Kinds', 'kinds'], ['Stars', 'judged'], ['Labels', 'labels']];
  const clear = make('button', 'button', 'Show all');
  clear.addEventListener('click', () => filters.clear());
  box.append(
    ...lists.filter(([, part]) => filters[part].length).map((list) => makeList(...list, filters)),
    clear,
  );
  box.addEventListener('keydown', (event) => moveInBox(event, [...box.querySelectorAll('button')]));
  openMenuBox(button, box, box.querySelector('button'));
  const update = () => {
    for (const item of box.querySelectorAll('.menu-item')) item.show();
    if (!box.isConnected) filters.removeEventListener('change', update);
  };
  filters.addEventListener('change', update);
}

function makeList(title, part, filters) {
  const heading = make('p', 'filter-title', title);
  const list = make('div', 'filter-list', { role: 'group', ariaLabel: title }, heading);
  for (const choice of filters[part]) {
    const [mark, state] = [make('span', 'mark'), make('span', 'state')];
    const name = make('span', `name ${part === 'labels' ? `label ${labelClass(choice.name)}` : ''}`, choice.title);
    const count = make('span', 'count');
    const button = make('button', 'menu-item', {}, mark, name, state, count);
    button.show = () => {
      mark.replaceChildren(...(choice.state ? [icon(choice.state > 0 ? 'check' : 'reject')] : []));
      state.textContent = { 1: 'shown', '-1': 'left out' }[choice.state] ?? '';
      count.textContent = choice.count.toLocaleString('en');
    };
    button.addEventListener('click', () => filters.advance(part, choice));
    button.show();
    list.append(button);
  }
  return list;
}

function moveInBox(event, buttons) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (!step) return;
  event.preventDefault();
  const index = buttons.indexOf(document.activeElement);
  buttons[(index + step + buttons.length) % buttons.length].focus();
}
