/**
 * The messages between pages and the service worker. Types only: the worker is one file without imports, because not every
 * browser loads a worker's modules. Secrets are sent only in these messages, between a page and its own worker, and are kept in
 * memory.
 */

export type HeaderPair = readonly [name: string, value: string];

export type WorkerQuestion = {
  readonly type: 'authorization-wanted';
  /** Set for a download: only this tab answers. */
  readonly tab: string | null;
  /** A value that the server has just refused, so that the page renews it first. */
  readonly refused: string | null;
};

/** The server does not answer: asks whether this page has the bytes on its device. */
export type BytesQuestion = {
  readonly type: 'bytes-wanted';
  /** Set for a download: only this tab answers. */
  readonly tab: string | null;
  readonly address: string;
  /** The `Range` header of the request. */
  readonly range: string | null;
};

/** The parts of a response; null from a page that does not have the bytes. */
export interface BytesAnswer {
  readonly body: Blob | null;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
}

/** Null from another tab than the one asked for, or if nobody is signed in. */
export type PageAnswer = HeaderPair | null;

export type WorkerNews = {
  readonly type: 'download-failed';
  readonly tab: string;
  readonly filename: string;
  /** 0 if the server could not be reached. */
  readonly status: number;
};

export type PageNews = {
  readonly type: /** Credentials changed or were removed; the worker forgets those of this page. */
    | 'authorization-changed'
    /** The network is idle: the worker may download the app's files for the next visit. */
    | 'release-wanted'
    /** PDFs must be readable without a connection: the worker may download what pdf.js reads while it draws. */
    | 'pdf-data-wanted';
};

/** Path below the app's folder; the worker answers requests there with a file to save. */
export type DownloadFolder = 'download/';
