/** The checklist of filters: kinds of files, stars and labels, as far as the photos have them, with their counts. */
import { closeMenu, openMenuBox } from './menus.js';
import { getJSON } from './server.js';
import { icon, labelClass, make } from './text.js';

/** What a kind's state is called, and the state after it. */
const STATES = { 0: ['', 1], 1: ['shown', -1], '-1': ['left out', 0] };

export async function openFilters(button, session) {
  if (button.ariaExpanded === 'true') {
    closeMenu();
    return;
  }
  const box = make('div', 'menu filters');
  box.role = 'dialog';
  box.ariaLabel = 'Filters';
  // Its choices come from photopick; who has clicked again meanwhile sees them once.
  const { kinds, judged, labels } = await getJSON('./filters');
  if (button.ariaExpanded === 'true') return;
  const send = () => session.send({ action: 'filter', ...chosen(kinds, judged, labels) });
  const turnKind = (kind) => (kind.state = STATES[kind.state][1]);
  const turn = (choice) => (choice.state = choice.state ? 0 : 1);
  // Stars are chosen from a number on, so one choice takes the place of another.
  const isNumber = ({ name }) => /^\d$/.test(name);
  const turnStars = (choice) => {
    const others = judged.filter((other) => other !== choice && isNumber(other) && isNumber(choice));
    for (const other of others) other.state = 0;
    turn(choice);
  };
  const lists = [['Kinds', kinds, turnKind], ['Stars', judged, turnStars], ['Labels', labels, turn]];
  box.append(
    ...lists.filter(([, choices]) => choices.length).map((list) => makeList(...list, send)),
    makeClear(box, [...kinds, ...judged, ...labels], send),
  );
  openMenuBox(button, box);
  box.addEventListener('keydown', (event) => moveInBox(event, [...box.querySelectorAll('button')]));
  box.querySelector('button').focus();
}

function chosen(kinds, judged, labels) {
  const names = (choices) => choices.filter(({ state }) => state).map(({ name }) => name);
  return {
    kinds: kinds.filter(({ state }) => state).map(({ name, state }) => (state < 0 ? `!${name}` : name)),
    judged: names(judged),
    labels: names(labels),
  };
}

function makeList(title, choices, turn, send) {
  const list = make('div', 'filter-list');
  list.role = 'group';
  list.ariaLabel = title;
  list.append(make('p', 'filter-title', title));
  for (const choice of choices) {
    const button = make('button', 'menu-item');
    const [mark, state] = [make('span', 'mark'), make('span', 'state')];
    const name = make('span', `name ${title === 'Labels' ? `label ${labelClass(choice.name)}` : ''}`, choice.title);
    const count = make('span', 'count', choice.count.toLocaleString('en'));
    button.append(mark, name, state, count);
    button.show = () => {
      mark.replaceChildren(...(choice.state ? [icon(choice.state > 0 ? 'check' : 'reject')] : []));
      state.textContent = STATES[choice.state][0];
    };
    button.addEventListener('click', () => {
      turn(choice);
      for (const other of list.querySelectorAll('button')) other.show();
      send();
    });
    button.show();
    list.append(button);
  }
  return list;
}

function makeClear(box, choices, send) {
  const clear = make('button', 'button', 'Show all');
  clear.addEventListener('click', () => {
    for (const choice of choices) choice.state = 0;
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
