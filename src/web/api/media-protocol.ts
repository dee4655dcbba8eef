/**
 * What the pages and the service worker say to each other. Types only: the worker is one file without imports,
 * because not every browser loads a worker's modules.
 * Secrets travel only in these messages, between a page and its own worker, and are kept in memory.
 */

export type HeaderPair = readonly [name: string, value: string];

export type WorkerQuestion = {
  readonly type: 'authorization-wanted';
  /** Set for a download: only this tab answers. */
  readonly tab: string | null;
  /** The value that the server has just refused, so that the page renews it first. */
  readonly refused: string | null;
};

/** The server does not answer: whether this page has the bytes on its device. */
export type BytesQuestion = {
  readonly type: 'bytes-wanted';
  /** Set for a download: only this tab answers. */
  readonly tab: string | null;
  readonly address: string;
  /** The header, as it was asked. */
  readonly range: string | null;
};

/** What becomes a response; null from a page that has no such bytes. */
export interface BytesAnswer {
  readonly body: Blob | null;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
}

/** Null from a tab that is not meant or has nobody signed in. */
export type PageAnswer = HeaderPair | null;

export type WorkerNews = {
  readonly type: 'download-failed';
  readonly tab: string;
  readonly filename: string;
  /** 0 when the server could not be reached. */
  readonly status: number;
};

export type PageNews = {
  readonly type: /** Credentials changed or went; the worker forgets what it had of this page. */
    | 'authorization-changed'
    /** The line is free: the worker may fetch the app's files for the next visit. */
    | 'release-wanted'
    /** PDFs are to be drawn without a line: the worker may fetch what pdf.js reads while it draws. */
    | 'pdf-data-wanted';
};

/** Path below the app's folder whose requests the worker answers with a file to save. */
export type DownloadFolder = 'download/';
