/** The heading of the section on top, which stays in sight. */
import { OTHERS, byId } from './text.js';

/** Makes the function that shows it; called after each change of what is seen. */
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
