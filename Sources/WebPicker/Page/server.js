/** Requests to photopick. All addresses are relative: the page lies in a secret folder. */

/** An answer that is no success, with its status and its text. */
export class ServerError extends Error {
  constructor(status, text) {
    super(text || `photopick answered ${status}.`);
    this.status = status;
  }
}

/** Fetches an answer. Throws `ServerError`, or `TypeError` if the connection is lost. */
async function request(address, options) {
  const answer = await fetch(address, options);
  if (answer.ok) return answer;
  let text = (await answer.text()).trim();
  try {
    text = JSON.parse(text).error;
  } catch {
    // A text for people.
  }
  throw new ServerError(answer.status, text);
}

export async function getJSON(address, signal) {
  return (await request(address, { signal })).json();
}

/** Fetches a byte per photo that tells its shape. */
export async function getShapes(view) {
  const answer = await request(`./shapes?view=${view}`);
  return new Uint8Array(await answer.arrayBuffer());
}

export async function post(action) {
  const answer = await request('./do', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(action),
    // What is sent while the page is being closed arrives, too.
    keepalive: true,
  });
  return answer.json();
}

/** The sizes of thumbnails, and up to how many pixels of the screen each is used: the largest takes four times the work. */
const THUMBNAILS = [[128, 128], [256, 256], [512, 680], [1024, Infinity]];

/** The address of a small picture whose longer side takes so many CSS pixels. */
export function thumbnailAddress(id, side) {
  const [size] = THUMBNAILS.find(([, most]) => side * devicePixelRatio <= most);
  return `./photos/${id}/thumbnail?side=${size}`;
}

const PAUSE = 2000;

/**
 * Follows the state. The browser connects again by itself after a loss; if it gives up, this does.
 * @param {(state: object) => void} onState
 * @param {(isConnected: boolean) => void} onConnection
 * @param {(error: ServerError) => void} onRefusal photopick answers, but not to this page
 * @returns {() => void} ends it
 */
export function follow(onState, onConnection, onRefusal) {
  let source;
  let timer;
  const open = () => {
    source = new EventSource('./events');
    source.addEventListener('state', (event) => {
      onConnection(true);
      onState(JSON.parse(event.data));
    });
    source.onerror = () => {
      onConnection(false);
      if (source.readyState === EventSource.CLOSED) timer = setTimeout(tryAgain, PAUSE);
    };
  };
  const tryAgain = async () => {
    try {
      await getJSON('./view');
      open();
    } catch (error) {
      if (error instanceof ServerError) onRefusal(error);
      else timer = setTimeout(tryAgain, PAUSE);
    }
  };
  open();
  return () => {
    clearTimeout(timer);
    source.close();
  };
}
