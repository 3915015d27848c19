/** The page after the end: what was returned, why it cannot be used, or what was picked when photopick was gone. */
import { makeClosing, makeDialog, showDialog } from './dialogs.js';
import { make, photoCount } from './text.js';

export function showEnd({ state }) {
  const { count, size } = state.picked;
  if (state.ended === 'done') {
    show('Done', `${photoCount(Math.max(count, 1))}${size && count ? ` (${size})` : ''} returned to the shell.`);
  } else if (state.ended === 'cancelled') show('Cancelled', 'Nothing was returned.');
  else show('photopick has failed', state.message || 'The shell says why.');
}

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

let gone;

/** Says that photopick does not answer any longer, and offers the paths of the picks; takes that back with `false`. */
export function showGone({ isGone, pickedPaths, state }) {
  if (!isGone) {
    gone?.close('');
    gone = undefined;
  } else if (!gone?.isConnected) {
    gone = makeGone(pickedPaths, state.picked.count);
    showDialog(gone);
  }
}

function makeGone({ paths }, count) {
  const dialog = makeDialog('question gone', 'photopick has ended');
  const buttons = make('div', 'buttons');
  buttons.append(makeClosing(dialog, 'button', 'Close'));
  dialog.append(make('p', '', 'It has not answered for 5 seconds, and nothing was returned to the shell.'));
  if (paths.length) {
    const field = make('textarea', 'paths', paths.join('\n'));
    field.readOnly = true;
    field.ariaLabel = 'Paths of the picked photos';
    const what = paths.length === count ? `the ${photoCount(count)} that you picked` : `${photoCount(paths.length)} of ${count} that you picked`;
    dialog.append(make('p', '', `These are ${what}:`), field);
    buttons.append(makeCopy(field));
  }
  dialog.append(buttons);
  return dialog;
}

function makeCopy(field) {
  const copy = make('button', 'button primary', 'Copy paths');
  copy.addEventListener('click', async () => {
    field.select();
    try {
      await navigator.clipboard.writeText(field.value);
      copy.textContent = 'Copied';
    } catch {
      copy.textContent = document.execCommand('copy') ? 'Copied' : 'Press Ctrl+C';
    }
  });
  return copy;
}
