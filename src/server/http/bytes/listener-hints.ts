/**
 * What a listener knows beside the standard request, and a faster path for big bodies (R6).
 * Invariant: only hints. Without them every request and response works through its standard body.
 */
import type { Ending } from '#server/core/kernel/budget.ts';
import type { Bytes } from '#server/core/kernel/ports.ts';

/** Part of a local file that equals a response's body. */
export interface FileSlice {
  readonly path: string;
  readonly start: number;
  /** Exclusive. */
  readonly end: number;
}

const incoming = new WeakMap<Request, Bytes>();
/** What was made of a request's body: it comes once, and the call may be done again (session.ts). */
export class ReadBodies<T> {
  readonly #all = new WeakMap<Request, Promise<T>>();

  of(request: Request, read: () => Promise<T>): Promise<T> {
    const known = this.#all.get(request);
    if (known) return known;
    const reading = read();
    this.#all.set(request, reading);
    return reading;
  }
}

const outgoing = new WeakMap<Response, FileSlice>();

export function offerRawBody(request: Request, bytes: Bytes): void {
  incoming.set(request, bytes);
}

/** The request's bytes, to be read once. */
export function bytesOf(request: Request): Bytes {
  return incoming.get(request) ?? request.body ?? nothing;
}

export function offerFile(response: Response, slice: FileSlice): void {
  outgoing.set(response, slice);
}

export function fileBehind(response: Response): FileSlice | undefined {
  return outgoing.get(response);
}

const nothing: Bytes = {
  async *[Symbol.asyncIterator]() {},
};

const headerRecords = new WeakMap<Request, HeaderRecord>();

/** Lower-case names; nobody changes it. */
type HeaderRecord = Readonly<Record<string, string | readonly string[] | undefined>>;

export function offerHeaders(request: Request, record: HeaderRecord): void {
  headerRecords.set(request, record);
}

/** What of `Headers` is needed for going through all of them. */
export interface AllHeaders {
  get(name: string): string | null;
  forEach(each: (value: string, name: string) => void): void;
}

/** Without making `Headers` of what the listener has offered. */
export function allHeadersOf(request: Request): AllHeaders {
  const record = headerRecords.get(request);
  if (record === undefined) return request.headers;
  return {
    get: (name) => request.headers.get(name),
    forEach: (each) => {
      for (const name of Object.keys(record).toSorted()) each(String(record[name]), name);
    },
  };
}

/** All of them as one text: equal texts, equal headers. */
export function headersText(request: Request): string {
  return JSON.stringify(headerRecords.get(request) ?? [...request.headers]);
}

const callers = new WeakMap<Request, Ending>();

/** A request's own signal would cost as much as a short answer, for every request. */
export function offerCaller(request: Request, caller: Ending): void {
  callers.set(request, caller);
}

/** Says when nobody waits for the answer any more. */
export function callerOf(request: Request): Ending {
  return callers.get(request) ?? request.signal;
}

/** What a request turned out to be, for the log. */
export interface Known {
  readonly person?: string;
  /** The pattern of its address, without anybody's values. */
  readonly route?: string;
}

const known = new WeakMap<Request, Known>();

export function addKnown(request: Request, more: Known): void {
  known.set(request, { ...known.get(request), ...more });
}

export function knownOf(request: Request): Known {
  return known.get(request) ?? {};
}

const addresses = new WeakMap<Request, string>();

export function setClientAddress(request: Request, address: string): void {
  addresses.set(request, address);
}

/** Empty when the listener did not say. */
export function clientAddress(request: Request): string {
  return addresses.get(request) ?? '';
}
