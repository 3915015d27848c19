/** The bar: what is picked, what photopick is doing, Done and Cancel; and what is said when there are no photos. */
import { byId, photoCount } from './text.js';

export function showBar(session) {
  const { state, view } = session;
  const { count, size } = state.picked;
  const most = view?.maximum ? ` of at most ${view.maximum.toLocaleString('en')}` : '';
  const number = count.toLocaleString('en');
  byId('picked').textContent = count || most ? `${number}${most} picked${count ? ` · ${size}` : ''}` : 'Nothing picked';
  byId('done').textContent = count ? `Done (${number})` : 'Done';
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

/** Says why no photo is seen, with a way on. */
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
