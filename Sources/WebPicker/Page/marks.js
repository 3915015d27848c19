/** The box in which all picked photos are judged by mouse. */
import { JudgingControls } from './controls.js';
import { closeMenu, openMenuBox } from './menus.js';
import { make } from './text.js';

/** Opens the box at a button. */
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
