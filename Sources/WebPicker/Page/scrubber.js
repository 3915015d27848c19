/**
 * The sticky heading of the top section, and the scrubber at the right edge, with years or whatever distinguishes groups of
 * a single year.
 */
import { OTHERS, byId, make } from './text.js';

/** The minimum distances between labels and between dots. */
const [YEAR_ROOM, DOT_ROOM] = [22, 7];
const SHOWN_FOR = 1500;

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/**
 * Returns a function for the label of a section: `2014`; within a year `May`, within a month `25 May`, within a day
 * `10:00`.
 */
function markText({ grouping, sections }) {
  if (grouping === 'hourOfDay') return ({ title }) => title;
  if (grouping === 'weekday') return ({ title }) => title.slice(0, 3);
  if (!['year', 'month', 'week', 'day', 'hour'].includes(grouping)) return () => '';
  const keys = sections.map(({ key }) => key).filter((key) => /^\d{4}/.test(key));
  // The shortest prefix in which the keys differ: `2014`, `2014-05`, `2014-05-25`, `2014-05-25T10`.
  const length = [4, 7, 10, 13].find((end) => new Set(keys.map((key) => key.slice(0, end))).size > 1);
  return ({ key }) => {
    const [, year, month, week, day, hour] = /^(\d{4})(?:-(\d\d)|-(W\d\d))?(?:-(\d\d))?(?:T(\d\d))?/.exec(key) ?? [];
    if (length === 13 && hour) return `${hour}:00`;
    if (length === 10 && day) return `${Number(day)} ${MONTHS[month - 1]}`;
    if (length === 7) return week ?? MONTHS[month - 1];
    return year ?? '';
  };
}

export class Scrubber {
  #element = byId('scrubber');
  #marks = byId('scrubber-marks');
  #thumb = byId('scrubber-thumb');
  #label = byId('scrubber-label');
  #section = -1;
  #isDragged = false;
  #height = 0;
  #timer;

  constructor(timeline) {
    this.timeline = timeline;
    const element = this.#element;
    element.addEventListener('pointerdown', (event) => this.#begin(event));
    element.addEventListener('pointermove', (event) => this.#point(event));
    element.addEventListener('pointerleave', () => this.#endPointing());
    element.addEventListener('lostpointercapture', () => {
      this.#isDragged = false;
      this.#endPointing();
    });
    element.addEventListener('wheel', (event) => timeline.grid.scrollBy(0, event.deltaY), { passive: true });
    element.addEventListener('keydown', (event) => this.#key(event));
  }

  layOut() {
    const { layout, scroller, session } = this.timeline;
    this.#element.hidden = scroller.end < scroller.visible / 2;
    this.#section = -1;
    this.#marks.replaceChildren();
    if (this.#element.hidden) return;
    // Cached: reading it after moving rows forces a layout.
    this.#height = this.#element.clientHeight;
    let [lastText, lastY, lastDot] = ['', -YEAR_ROOM, -DOT_ROOM];
    const textOf = markText(session.view);
    session.view.sections.forEach((section, index) => {
      const y = (layout.topOfSection(index) / scroller.end) * this.#height;
      const text = textOf(section);
      const isNew = text && text !== lastText;
      if (isNew && y - lastY >= YEAR_ROOM && y < this.#height - YEAR_ROOM / 2) {
        this.#addMark('year', y, text);
        [lastY, lastDot] = [y, y + YEAR_ROOM - DOT_ROOM * 2];
      } else if (y - lastDot >= DOT_ROOM && y < this.#height) {
        this.#addMark('dot', y, '');
        lastDot = y;
      }
      lastText = text;
    });
  }

  #addMark(name, y, text) {
    const mark = make('span', name, text);
    mark.style.top = `${Math.round(y)}px`;
    this.#marks.append(mark);
  }

  look() {
    if (this.#element.hidden) return;
    const { scroller } = this.timeline;
    const share = scroller.end ? scroller.offset / scroller.end : 0;
    this.#thumb.style.transform = `translateY(${Math.round(share * this.#height)}px)`;
    const section = this.#sectionAt(scroller.offset);
    if (section !== this.#section) {
      this.#section = section;
      this.#element.ariaValueNow = Math.round(share * 100);
      this.#element.ariaValueText = this.#titleOf(section);
    }
    if (this.#isDragged) this.#showLabel(share * this.#height, section);
    this.#element.classList.add('moving');
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#element.classList.remove('moving'), SHOWN_FOR);
  }

  #sectionAt(offset) {
    const { layout } = this.timeline;
    return layout.sections[layout.rowAt(offset)];
  }

  #titleOf(section) {
    return this.timeline.session.view.sections[section]?.title || 'Photos';
  }

  #showLabel(y, section) {
    this.#label.textContent = this.#titleOf(section);
    this.#label.style.transform = `translateY(${Math.round(Math.max(16, Math.min(y, this.#height - 16)))}px)`;
    this.#label.classList.add('shown');
  }

  #endPointing() {
    if (!this.#isDragged) this.#label.classList.remove('shown');
  }

  #begin(event) {
    if (event.button !== 0) return;
    this.#isDragged = true;
    this.#element.setPointerCapture(event.pointerId);
    this.#point(event);
  }

  #point(event) {
    const y = event.clientY - this.#element.getBoundingClientRect().top;
    const { scroller } = this.timeline;
    const offset = Math.max(0, Math.min(y / this.#height, 1)) * scroller.end;
    if (this.#isDragged) scroller.scrollTo(offset);
    else if (event.pointerType === 'mouse') this.#showLabel(y, this.#sectionAt(offset));
  }

  #key(event) {
    const { scroller, layout, session } = this.timeline;
    const { sections } = session.view;
    const here = this.#sectionAt(scroller.offset + 1);
    const yearOf = (section) => sections[section]?.key.slice(0, 4);
    const step = { ArrowUp: -1, ArrowLeft: -1, ArrowDown: 1, ArrowRight: 1 }[event.key];
    const jump = { PageUp: -1, PageDown: 1 }[event.key];
    let next;
    if (step) next = here + step;
    else if (jump) {
      next = here + jump;
      while (next > 0 && next < sections.length - 1 && yearOf(next) === yearOf(here)) next += jump;
    } else if (event.key === 'Home') next = 0;
    else if (event.key === 'End') next = sections.length - 1;
    else return;
    event.preventDefault();
    const section = Math.max(0, Math.min(next, sections.length - 1));
    scroller.scrollTo(layout.topOfSection(section));
  }
}

/** Returns a function that updates the sticky heading after scrolling. */
export function makeTopHeading(timeline, onPick) {
  const element = byId('top-heading');
  const [button, title, count] = element.children;
  let shown;
  let keys = [];
  button.addEventListener('click', () => onPick(keys[0]));
  return () => {
    const { layout, scroller, session } = timeline;
    const isNeeded = layout?.hasHeadings && layout.rows > 0 && scroller.offset > 0;
    element.hidden = !isNeeded;
    if (!isNeeded) return;
    const { heading } = layout.size;
    const row = layout.rowAt(scroller.offset);
    const next = layout.rowAt(scroller.offset + heading);
    const push = next > row && layout.isHeading(next) ? layout.tops[next] - scroller.offset - heading : 0;
    element.style.transform = `translateY(${Math.round(push)}px)`;
    const name = `${session.view.view} ${layout.sections[row]}`;
    if (name === shown) return;
    shown = name;
    const sections = layout.sectionsOf(row).map(({ section }) => session.view.sections[section]);
    keys = sections.map((section) => section.key);
    title.textContent = sections.map((section) => section.title || OTHERS).join(' · ');
    count.textContent = sections.length === 1 ? sections[0].count.toLocaleString('en') : '';
    button.hidden = sections.length > 1;
    button.ariaLabel = `Pick all or none of ${title.textContent}`;
  };
}
