/**
 * Pictures, video and downloads from a server that demands a token with each request. Where a service worker runs, elements use
 * the server's own addresses and it adds the header; elsewhere the bytes are loaded into an object URL. Credentials are never
 * part of an address.
 */

import { createStore } from 'zustand/vanilla';
import { isJsonObject } from '#wire/json.ts';
import type { ApiClient } from './client.ts';
import { authorizationHeader } from './credentials.ts';
import type {
  BytesAnswer,
  BytesQuestion,
  DownloadFolder,
  PageAnswer,
  PageNews,
  WorkerNews,
  WorkerQuestion,
} from './media-protocol.ts';
import { randomText } from './random.ts';
import type { Session } from './session.ts';

export type MediaMode =
  /** Not known yet; for a moment after the page starts. */
  'pending' | 'worker' | 'object-urls';

export interface DownloadFailure {
  readonly filename: string;
  /** HTTP status, or 0 if the server could not be reached. */
  readonly status: number;
}

export interface Media {
  readonly getMode: () => MediaMode;
  readonly onMode: (listener: (mode: MediaMode) => void) => () => void;
  /** Saves the file at an address under this name; resolves when the browser has taken over. */
  readonly download: (address: string, filename: string) => Promise<void>;
  readonly onDownloadFailure: (listener: (failure: DownloadFailure) => void) => () => void;
}

interface MediaPorts {
  readonly client: ApiClient;
  readonly session: Session;
  readonly appRoot: URL;
  readonly spareTime: Promise<void>;
}

const downloadFolder: DownloadFolder = 'download/';
/** Longer than a worker needs to install; pictures wait until then. */
const installTimeoutMs = 3_000;

export function createMedia({ client, session, appRoot, spareTime }: MediaPorts): Media {
  const tab = randomText(12);
  const mode = createStore<MediaMode>(() => 'pending');
  const listeners = new Set<(failure: DownloadFailure) => void>();
  const workers: ServiceWorkerContainer | undefined = navigator.serviceWorker;

  const answer = async (refused: string | null): Promise<PageAnswer> => {
    const current = await session.current();
    const header = authorizationHeader(current.credentials);
    if (refused === null || header[1] !== refused) return header;
    await session.renew(current.credentials);
    const renewed = await session.current(undefined, current.username);
    return authorizationHeader(renewed.credentials);
  };

  const settle = (): void => mode.setState(workers?.controller ? 'worker' : 'object-urls', true);

  if (workers === undefined) {
    settle();
  } else {
    workers.addEventListener('message', (event: MessageEvent<unknown>) => {
      const [port] = event.ports;
      if (isQuestion(event.data) && port !== undefined) {
        const question = event.data;
        const meant = question.tab === null || question.tab === tab;
        const answered: Promise<PageAnswer | BytesAnswer> = !meant
          ? Promise.resolve(null)
          : question.type === 'bytes-wanted'
            ? import('./offline/offline-answers.ts').then(({ offlineBytes }) =>
                offlineBytes({ server: client.server, session }, question),
              )
            : answer(question.refused);
        answered.then(
          (given) => port.postMessage(given),
          () => port.postMessage(null),
        );
      } else if (isWorkerNews(event.data) && event.data.tab === tab) {
        for (const listener of listeners) listener(event.data);
      }
    });
    workers.startMessages();
    workers.addEventListener('controllerchange', settle);
    session.subscribe(() => {
      const news: PageNews = { type: 'authorization-changed' };
      workers.controller?.postMessage(news);
    });
    const script = new URL(`sw.js?${new URLSearchParams({ server: client.server })}`, appRoot);
    if (workers.controller?.scriptURL === script.href) settle();
    void spareTime
      .then(() => workers.register(script, { scope: appRoot.href }))
      .then(
        () => setTimeout(settle, installTimeoutMs),
        // No worker (plain http, private mode, development server): use object URLs.
        () => mode.setState('object-urls', true),
      );
  }

  return {
    getMode: mode.getState,
    onMode: (listener) => mode.subscribe(listener),
    onDownloadFailure: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    download: async (address, filename) => {
      if (mode.getState() === 'worker' && client.serves(address)) {
        const place = `${downloadFolder}${tab}/${encodeURIComponent(filename)}`;
        navigateFrame(new URL(`${place}?${new URLSearchParams({ from: address })}`, appRoot).href);
        return;
      }
      saveBlob(await client.fetchBlob(address, { timeout: 0 }), filename);
    },
  };
}

/** In a frame, so that the page stays even if the answer is not a file. */
function navigateFrame(address: string): void {
  const frame = document.createElement('iframe');
  frame.hidden = true;
  frame.src = address;
  document.body.append(frame);
  setTimeout(() => frame.remove(), 60_000);
}

export function saveBlob(blob: Blob, filename: string): void {
  const address = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = address;
  link.download = filename;
  link.click();
  // The browser reads the address only after the click has returned.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

const failed: WorkerNews['type'] = 'download-failed';

function isQuestion(value: unknown): value is WorkerQuestion | BytesQuestion {
  return isJsonObject(value) && 'tab' in value && 'type' in value && value.type !== failed;
}

function isWorkerNews(value: unknown): value is WorkerNews {
  return isJsonObject(value) && value.type === failed;
}
