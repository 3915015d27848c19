/** The checklist of filters: kinds of files, and how photos were judged. */
import { closeMenu, openBelow } from './menus.js';
import { icon, make } from './text.js';

/** What a kind's state is called, and the state after it. */
const STATES = { 0: ['', 1], 1: ['shown', -1], '-1': ['left out', 0] };

/** Opens the checklist below a button. */
export function openFilters(button, session) {
  if (button.ariaExpanded === 'true') {
    closeMenu();
    return;
  }
  const box = make('div', 'menu filters');
  box.role = 'dialog';
  box.ariaLabel = 'Filters';
  const kinds = session.view.kinds.map((kind) => ({ ...kind }));
  const judged = session.view.judged.map((kind) => ({ ...kind }));
  const send = () => session.send({ action: 'filter', ...chosen(kinds, judged) });
  box.append(
    makeList('Kinds', kinds, (kind) => (kind.state = STATES[kind.state][1]), send),
    makeList('Judged as', judged, (kind) => (kind.state = kind.state ? 0 : 1), send),
    makeClear(box, [...kinds, ...judged], send),
  );
  openBelow(button, box);
  box.addEventListener('keydown', (event) => moveInBox(event, [...box.querySelectorAll('button')]));
  box.querySelector('button').focus();
}

function chosen(kinds, judged) {
  return {
    kinds: kinds.filter(({ state }) => state).map(({ name, state }) => (state < 0 ? `!${name}` : name)),
    judged: judged.filter(({ state }) => state).map(({ name }) => name),
  };
}

function makeList(title, kinds, turn, send) {
  const list = make('div', 'filter-list');
  list.role = 'group';
  list.ariaLabel = title;
  list.append(make('p', 'filter-title', title));
  for (const kind of kinds) {
    const button = make('button', 'menu-item');
    const [mark, name, state] = [make('span', 'mark'), make('span', 'name', kind.name), make('span', 'state')];
    button.append(mark, name, state);
    button.show = () => {
      mark.replaceChildren(...(kind.state ? [icon(kind.state > 0 ? 'check' : 'reject')] : []));
      state.textContent = STATES[kind.state][0];
    };
    button.addEventListener('click', () => {
      turn(kind);
      button.show();
      send();
    });
    button.show();
    list.append(button);
  }
  return list;
}

function makeClear(box, kinds, send) {
  const clear = make('button', 'button', 'Show all');
  clear.addEventListener('click', () => {
    for (const kind of kinds) kind.state = 0;
    for (const button of box.querySelectorAll('.menu-item')) button.show();
    send();
  });
  return clear;
}

function moveInBox(event, buttons) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (!step) return;
  event.preventDefault();
  const index = buttons.indexOf(document.activeElement);
  buttons[(index + step + buttons.length) % buttons.length].focus();
}
