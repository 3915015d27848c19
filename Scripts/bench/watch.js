// Observes the page for Scripts/bench/page: runs before the scripts of the page and checks each frame for visible
// photos.
(() => {
  const watch = (globalThis.watch = { rows: 0 });
  let frames;
  let tasks = [];
  let expected;
  let [hasFirst, hasWhole] = [false, false];

  const grid = () => document.getElementById('grid');

  /** The tiles in the window. */
  const seen = () => {
    const box = grid()?.getBoundingClientRect();
    if (!box) return [];
    return [...document.querySelectorAll('#rows .tile')].filter((tile) => {
      const { top, bottom } = tile.getBoundingClientRect();
      return bottom > box.top && top < box.bottom;
    });
  };
  const isPainted = (tile) => {
    const image = tile.querySelector('img');
    return Boolean(image?.getAttribute('src')) && image.complete && image.naturalWidth > 0 &&
      getComputedStyle(image).visibility === 'visible';
  };
  /** Calls with the time at which the frame under way is painted. */
  const afterPaint = (action) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => action(performance.now());
    port2.postMessage(0);
  };

  const look = () => {
    watch.rows = Math.max(watch.rows, document.querySelectorAll('#rows > .row').length);
    if (!hasWhole || (expected && watch.painted === undefined)) {
      const tiles = seen();
      const painted = tiles.filter(isPainted).length;
      if (painted > 0 && !hasFirst) {
        hasFirst = true;
        afterPaint((time) => (watch.first = time));
      }
      if (tiles.length > 0 && painted === tiles.length) {
        if (!hasWhole) {
          hasWhole = true;
          afterPaint((time) => (watch.whole = time));
        }
        const isThere = expected?.start && tiles.some((tile) => tile.querySelector('img').alt.includes(`, ${expected.year}-`));
        if (isThere) {
          const { start } = expected;
          expected = undefined;
          afterPaint((time) => (watch.painted = time - start));
        }
      }
    }
  };

  let last;
  const frame = (time) => {
    if (frames) {
      if (last !== undefined) frames.push(time - last);
      last = time;
      watch.rows = Math.max(watch.rows, document.querySelectorAll('#rows > .row').length);
    } else look();
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);

  new PerformanceObserver((list) => {
    if (frames) tasks.push(...list.getEntries().map(({ duration }) => duration));
  }).observe({ type: 'longtask' });

  /** The mark of a year on the scrubber, at a share of all of them. */
  watch.yearAt = (share) => {
    const marks = [...document.querySelectorAll('#scrubber-marks .year')];
    const mark = marks[Math.floor(share * marks.length)];
    const { left, top, width } = mark.getBoundingClientRect();
    return { year: mark.textContent, x: left + width / 2, y: Number.parseFloat(mark.style.top) + mark.parentElement.getBoundingClientRect().top + 1 };
  };
  /** Waits for a press and then for the photos of a year. */
  watch.expect = (year) => {
    watch.painted = undefined;
    expected = { year };
    addEventListener('pointerdown', ({ timeStamp }) => (expected.start = timeStamp), { capture: true, once: true });
  };
  watch.begin = () => {
    [frames, tasks, last] = [[], [], undefined];
  };
  watch.end = () => {
    const times = frames;
    frames = undefined;
    return { times, tasks, rows: watch.rows };
  };
})();
