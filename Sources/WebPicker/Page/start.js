/** Starts everything after the first photos: keys, pointers, bar, menus, events. */
import { Commands, handleTimelineKeys } from './commands.js';
import { FilterBar } from './filterbar.js';
import { Filters } from './filters.js';
import { Interface } from './ui.js';
import { Judging } from './judging.js';
import { Pointer } from './pointer.js';
import { QueryBox } from './query.js';
import { Scrubber, makeTopHeading } from './scrubber.js';
import { showBar, showEnd, showFailure, showGone, showNotice } from './bar.js';
import { say, setBanner } from './dialogs.js';
import { byId } from './text.js';

export function start({ session, timeline, picks, cursor }) {
  const judging = new Judging(session, () => judging.advances && goOn());
  const query = new QueryBox(session, () => ui.focusGrid());
  const filters = new Filters(session);
  const filterBar = new FilterBar(session, filters, () => ui.focusGrid());
  const ui = new Interface({ session, timeline, picks, cursor, judging, query, filters, filterBar });
  const commands = new Commands({ session, timeline, picks, cursor, judging, ui });
  ui.commands = commands;
  const goOn = () => (ui.viewer ? ui.viewer.turn(1) : commands.move('right'));
  picks.onChange = () => {
    timeline.plan();
    ui.viewer?.update();
  };
  keepPlace({ session, timeline, cursor, ui });
  followTimeline(timeline, picks);
  listen({ session, timeline, picks, commands, judging });
  followSession(session, () => clearFilters(session, query));
  if (session.failure) return;
  if (session.view?.request) import('./request.js').then(({ showRequest }) => showRequest(session));
  session.follow();
  loadOthers(session);
  if (document.activeElement === document.body) ui.focusGrid();
  if (session.view?.startsWithAlbums) ui.showAlbums();
}

/** Preloads lazy modules when the page is idle, so they are available offline. */
function loadOthers(session) {
  const names = ['albums', 'help', 'menus', 'viewer'];
  setTimeout(() => {
    if (!session.state.ended) Promise.allSettled(names.map((name) => import(`./${name}.js`)));
  }, 1000);
}

/** Anchors the photo in the full view, or otherwise the cursor or the top photo, when the view changes. */
function keepPlace({ session, timeline, cursor, ui }) {
  const usual = session.keeper;
  session.keeper = () => {
    const shown = ui.viewer && session.reference(ui.viewer.position);
    if (!shown) return usual();
    cursor.keptPosition = shown.position;
    return { ...shown, date: session.photos.at(shown.position)?.date };
  };
}

function followTimeline(timeline, picks) {
  const scrubber = new Scrubber(timeline);
  const showTopHeading = makeTopHeading(timeline, (key) => picks.section(key));
  timeline.onLayout = () => scrubber.layOut();
  timeline.onLook = () => {
    scrubber.look();
    showTopHeading();
  };
  scrubber.layOut();
  timeline.plan();
}

function listen({ session, timeline, picks, commands, judging }) {
  timeline.onKeep = (position) => commands.keep(true, position);
  session.addEventListener('question', ({ detail }) => commands.answer(detail));
  new Pointer(timeline, picks, commands);
  const handleTimelineKey = handleTimelineKeys(commands, judging);
  document.addEventListener('keydown', (event) => commands.ui.handleKey(event) || handleTimelineKey(event));
  document.addEventListener('keydown', () => document.body.classList.add('keyboard'), true);
  document.addEventListener('pointerdown', () => document.body.classList.remove('keyboard'), true);
  // Clicking a button doesn't move the focus, so Space still picks.
  document.addEventListener('mousedown', (event) => event.target.closest('button') && event.preventDefault());
  byId('done').addEventListener('click', () => commands.done());
  byId('cancel').addEventListener('click', () => commands.cancel());
  byId('stop').addEventListener('click', () => session.send({ action: 'stop' }));
}

function followSession(session, clear) {
  const update = () => {
    showBar(session);
    showNotice(session, clear);
  };
  session.addEventListener('state', update);
  session.addEventListener('view', update);
  session.addEventListener('message', ({ detail }) => say(detail));
  session.addEventListener('connection', () => {
    const text = session.isGone
      ? 'photopick has ended.'
      : 'The connection to photopick is lost. Trying again… Your picks are safe.';
    setBanner(session.isConnected ? '' : text);
    showGone(session);
  });
  const fail = () => showFailure(session.failure);
  session.addEventListener('failure', fail);
  if (session.failure) fail();
  session.addEventListener('end', () => showEnd(session));
  addEventListener('pagehide', () => session.waiting?.send());
  addEventListener('beforeunload', (event) => {
    const hasPicks = session.state.picked.count > 0 || session.waiting;
    if (hasPicks && !session.state.ended && !session.isGone) event.preventDefault();
  });
  update();
}

async function clearFilters(session, query) {
  await session.send({ action: 'filter', kinds: [], judged: [], labels: [] });
  if (session.view.search) query.search('');
}
