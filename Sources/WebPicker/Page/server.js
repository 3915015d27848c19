/** Requests to photopick. All addresses are relative, because the path of the page is secret. */

/** An error response with status and message. */
export class ServerError extends Error {
  constructor(status, text) {
    super(text || `photopick answered ${status}.`);
    this.status = status;
  }
}

/** Fetches a response. Throws `ServerError`, or `TypeError` if the connection fails. */
async function request(address, options) {
  const answer = await fetch(address, options);
  if (answer.ok) return answer;
  let text = (await answer.text()).trim();
  try {
    text = JSON.parse(text).error;
  } catch {
    // The response is plain text.
  }
  throw new ServerError(answer.status, text);
}

export async function getJSON(address, signal) {
  return (await request(address, { signal })).json();
}

/** Fetches the aspect ratios of all photos, one byte each. */
export async function getShapes(view) {
  const answer = await request(`./shapes?view=${view}`);
  return new Uint8Array(await answer.arrayBuffer());
}

export async function post(action) {
  const answer = await request('./do', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(action),
    // Deliver requests that are sent while the page is closing.
    keepalive: true,
  });
  return answer.json();
}

/** Thumbnail sizes, each with the largest cell that uses it: the largest thumbnail takes four times as long to render. */
const THUMBNAILS = [[128, 128], [256, 256], [512, 680], [1024, Infinity]];

/** Returns the address of a thumbnail for a size in CSS pixels. */
export function thumbnailAddress(id, side) {
  const [size] = THUMBNAILS.find(([, most]) => side * devicePixelRatio <= most);
  return `./photos/${id}/thumbnail?side=${size}`;
}

const PAUSE = 2000;

/**
 * Subscribes to the state. The browser reconnects automatically; if it stops trying, this function retries.
 * @param {(state: object) => void} onState
 * @param {(isConnected: boolean) => void} onConnection
 * @param {(error: ServerError) => void} onRefusal photopick refuses this page
 * @returns {() => void} unsubscribes
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
