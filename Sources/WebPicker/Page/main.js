/** Assembles the page. Everything that the first photos don't need is loaded after them. */
import { Session } from './session.js';
import { Timeline } from './timeline.js';
import { Cursor, Picks } from './picks.js';

// Replay clicks, keys and gestures that arrive before the rest of the page is loaded.
const EARLY = ['pointerdown', 'pointermove', 'pointerup', 'pointercancel', 'click', 'keydown'];
const early = [];
const keep = (event) => early.push(event);
for (const type of EARLY) document.addEventListener(type, keep, true);

const session = new Session();
const opening = session.loadView();
const cursor = new Cursor();
const picks = new Picks(session, () => timeline.plan());
const timeline = new Timeline(session, picks, cursor, (key) => picks.section(key));

// A user who has not moved remains at the top.
session.keeper = () => {
  if (cursor.position === 0 && timeline.scroller.offset === 0) return undefined;
  const position = timeline.isSeen(cursor.position) ? cursor.position : timeline.topPosition;
  const photo = session.photos.at(position);
  cursor.keptPosition = position;
  const section = session.view.sections[timeline.layout.sectionOf(position)]?.key;
  return photo && { id: photo.id, position, date: photo.date, section };
};
session.addEventListener('view', ({ detail: { place, isFirst } }) => {
  timeline.show(place, isFirst);
  cursor.reset(place ?? 0);
  if (!isFirst) timeline.plan();
});
session.addEventListener('photos', () => timeline.plan());

// Load the photos first; other modules wait for them, but only briefly.
await opening;
if (session.count) await Promise.race([timeline.thumbnails.settled, new Promise((resolve) => setTimeout(resolve, 400))]);
const { start } = await import('./start.js');
for (const type of EARLY) document.removeEventListener(type, keep, true);
start({ session, timeline, picks, cursor });
for (const event of early) event.target.dispatchEvent(new event.constructor(event.type, event));
