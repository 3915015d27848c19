/** The status bar, the notice of an empty view, and the final page. */
import { makeClosing, makeDialog, showDialog } from './dialogs.js';
import { byId, make, photoCount } from './text.js';

export function showBar(session) {
  const { state, view } = session;
  const { count, size } = state.picked;
  const most = view?.maximum ? ` of at most ${view.maximum.toLocaleString('en')}` : '';
  const number = count.toLocaleString('en');
  byId('picked').textContent = count || most ? `${number}${most} picked${count ? ` · ${size}` : ''}` : 'Nothing picked';
  const accept = view?.request?.accept || 'Done';
  byId('done').textContent = count ? `${accept} (${number})` : accept;
  document.title = count ? `(${number}) ${view?.title ?? 'photopick'}` : (view?.title ?? 'photopick');
  byId('progress-text').textContent = progressText(state);
  byId('stop').hidden = !state.inspection;
  byId('mark-button').hidden = !count || !view?.canMark;
}

function progressText(state) {
  if (state.inspection) return `Looking at ${state.inspection.done} of ${photoCount(state.inspection.count)}…`;
  if (state.work) return state.work;
  if (state.progress) return state.progress;
  if (!state.problems) return state.original ? 'The original files are returned' : '';
  return state.problems === 1 ? '1 problem: see the shell' : `${state.problems} problems: see the shell`;
}

/** Explains an empty view, with a button to reset filters. */
export function showNotice(session, clear) {
  const { state, view } = session;
  const isNarrowed = Boolean(view?.search || view?.filters);
  const isLoading = !view || (!view.count && !state.loaded);
  const notice = byId('notice');
  notice.hidden = Boolean(view?.count);
  if (notice.hidden) return;
  const button = byId('notice-button');
  button.hidden = isLoading || !isNarrowed;
  button.textContent = 'Show all photos';
  button.onclick = clear;
  byId('notice-text').textContent = noticeText(isLoading, state, view);
}

function noticeText(isLoading, state, view) {
  if (isLoading) return state.progress || 'Reading the folders…';
  const conditions = [view.search && `“${view.search}”`, view.filters && `the filter: ${view.filters}`].filter(Boolean);
  if (conditions.length) return `No photo in ${view.place ?? view.title} matches ${conditions.join(' and ')}.`;
  return state.problems ? 'There are no photos here: a folder cannot be read. The shell says why.' : 'There are no photos here.';
}

export function showEnd({ state, view }) {
  const { count, size } = state.picked;
  if (view?.request) {
    // A window of the browser's app mode belongs to the request; scripts can't close tabs that users have opened.
    if (matchMedia('(display-mode: standalone)').matches) close();
    showEnding(state.ended === 'done' ? 'Done' : 'Cancelled', 'The app has the answer.');
    return;
  }
  if (state.ended === 'done') {
    showEnding('Done', `${photoCount(Math.max(count, 1))}${size && count ? ` (${size})` : ''} returned to the shell.`);
  } else if (state.ended === 'cancelled') showEnding('Cancelled', 'Nothing was returned.');
  else showEnding('photopick has failed', state.message || 'The shell says why.');
}

export function showFailure(text) {
  showEnding('This page cannot be used', text);
}

function showEnding(title, text) {
  const closing = make('p', 'dim', 'You can close this page.');
  const main = make('main', 'end', { tabIndex: -1 }, make('h1', '', title), make('p', '', text), closing);
  document.body.replaceChildren(main);
  document.body.className = 'ended';
  document.title = `${title} – photopick`;
  main.focus();
}

let gone;

/** Announces that photopick has exited, and offers the picked paths. Closes the dialog after a reconnection. */
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
  const buttons = make('div', 'buttons', {}, makeClosing(dialog, 'button', 'Close'));
  dialog.append(make('p', '', 'It has not answered for 5 seconds, and nothing was returned to the shell.'));
  if (paths.length) {
    const label = 'Paths of the picked photos';
    const field = make('textarea', 'paths', { textContent: paths.join('\n'), readOnly: true, ariaLabel: label });
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
