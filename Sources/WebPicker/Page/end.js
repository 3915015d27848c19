/** The page after the end: what was returned, or why it cannot be used. */
import { make, photoCount } from './text.js';

/** Says what was returned. */
export function showEnd({ state }) {
  const { count, size } = state.picked;
  if (state.ended === 'done') {
    show('Done', `${photoCount(Math.max(count, 1))}${size && count ? ` (${size})` : ''} returned to the shell.`);
  } else if (state.ended === 'cancelled') show('Cancelled', 'Nothing was returned.');
  else show('photopick has failed', state.message || 'The shell says why.');
}

/** Says that this page is not allowed, in photopick's words. */
export function showFailure(text) {
  show('This page cannot be used', text);
}

function show(title, text) {
  const main = make('main', 'end');
  main.append(make('h1', '', title), make('p', '', text), make('p', 'dim', 'You can close this page.'));
  document.body.replaceChildren(main);
  document.body.className = 'ended';
  document.title = `${title} – photopick`;
  main.tabIndex = -1;
  main.focus();
}
