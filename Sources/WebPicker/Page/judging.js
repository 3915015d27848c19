/** Ratings, labels and keywords, for one photo or once for all picks after `*`. */
// Imported eagerly: during a lazy import, the timeline would receive the keys the user types.
import { askForKeywords } from './query.js';
import { LABELS, pickedCount } from './text.js';
import { say } from './dialogs.js';

export class Judging {
  advances = false;
  #aimsAtPicks = false;

  constructor(session, onJudged) {
    this.session = session;
    this.onJudged = onJudged;
  }

  /**
   * Handles a key. Returns `false` for other keys.
   * @param {() => object | undefined} target the reference of the photo, or a promise of it
   */
  handleKey(key, target) {
    if (/^[0-5]$/.test(key)) this.judge({ stars: Number(key) }, target());
    else if (key === 'x') this.judge({ stars: -1 }, target());
    else if (Object.hasOwn(LABELS, key)) this.judge({ label: LABELS[key] }, target());
    else if (key === 't') this.askForKeywords(target());
    else if (key === 'D') this.trash(target());
    else if (key === 'u') this.session.send({ action: 'undo' });
    else if (key === '.') this.toggleAdvance();
    else if (key === '*') this.aim();
    else return false;
    return true;
  }

  /** Rates or tags a photo, which may still be loading: `{stars}`, `{label}` or `{keywords}`. */
  async judge(change, target) {
    if (!this.#mayMark() || (!target && !this.#aimsAtPicks)) return;
    const isSingle = !this.#aimsAtPicks;
    this.#aimsAtPicks = false;
    const sent = isSingle ? this.session.send({ action: 'judge', photo: target, ...change }) : this.judgePicks(change);
    if (isSingle) this.onJudged();
    await sent;
  }

  /** Moves a photo, or all picks after `*`, to the trash; photopick asks first. */
  trash(target) {
    if (!target && !this.#aimsAtPicks) return;
    const action = this.#aimsAtPicks ? { picks: true } : { photo: target };
    this.#aimsAtPicks = false;
    this.session.send({ action: 'trash', ...action });
  }

  async judgePicks(change) {
    await this.session.send({ action: 'judge', picks: true, ...change });
  }

  async askForKeywordsOfPicks() {
    const keywords = await askForKeywords(this.picksName);
    if (keywords) await this.judgePicks({ keywords });
  }

  async askForKeywords(target) {
    if (!this.#mayMark() || (!target && !this.#aimsAtPicks)) return;
    const keywords = await askForKeywords(this.#aimsAtPicks ? this.picksName : 'this photo');
    if (keywords) await this.judge({ keywords }, target);
  }

  /** Toggles between all picks and the cursor as the target of the next mark. */
  async aim() {
    // Set immediately: the next key may arrive before the response.
    const aims = !this.#aimsAtPicks;
    this.#aimsAtPicks = aims;
    await this.session.settled();
    if (aims !== this.#aimsAtPicks) return;
    this.#aimsAtPicks = aims && this.session.state.picked.count > 0;
    if (aims !== this.#aimsAtPicks) say('Nothing is picked: Space picks.');
    else say(`The next mark goes to ${aims ? this.picksName : 'this photo'}.`);
  }

  leaveAim() {
    if (!this.#aimsAtPicks) return false;
    this.#aimsAtPicks = false;
    say('The next mark goes to this photo.');
    return true;
  }

  toggleAdvance() {
    this.advances = !this.advances;
    say(this.advances ? 'The cursor advances after each mark.' : 'The cursor stays in place after a mark.');
  }

  get picksName() {
    return pickedCount(this.session.state.picked.count);
  }

  #mayMark() {
    if (this.session.view?.canMark) return true;
    say('Marks cannot be saved here.');
    return false;
  }
}
