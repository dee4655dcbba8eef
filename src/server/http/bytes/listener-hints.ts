/**
 * Information from the listener that a standard request does not have, and a faster path for large bodies (R6).
 * Invariant: only hints: without them every request and response works through its standard body.
 */
import type { Ending } from '#server/core/kernel/budget.ts';
import type { Bytes } from '#server/core/kernel/ports.ts';

/** A part of a local file with the same bytes as a response's body. */
export interface FileSlice {
  readonly path: string;
  readonly start: number;
  /** Exclusive. */
  readonly end: number;
}

const incoming = new WeakMap<Request, Bytes>();
/** Caches what was read from a request's body, which can be read only once, as the call may run again (session.ts). */
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

/** The request's bytes; can be read only once. */
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

/** Names are in lower case. Must not be changed. */
type HeaderRecord = Readonly<Record<string, string | readonly string[] | undefined>>;

export function offerHeaders(request: Request, record: HeaderRecord): void {
  headerRecords.set(request, record);
}

/** The part of `Headers` needed to read all of them. */
export interface AllHeaders {
  get(name: string): string | null;
  forEach(each: (value: string, name: string) => void): void;
}

/** Does not create `Headers` when the listener has offered a record. */
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

/** All headers as one text: equal texts mean equal headers. */
export function headersText(request: Request): string {
  return JSON.stringify(headerRecords.get(request) ?? [...request.headers]);
}

const callers = new WeakMap<Request, Ending>();

/** Instead of an `AbortSignal`, which would cost as much for every request as a short answer. */
export function offerCaller(request: Request, caller: Ending): void {
  callers.set(request, caller);
}

/** Tells when the client has gone. */
export function callerOf(request: Request): Ending {
  return callers.get(request) ?? request.signal;
}

/** Facts about a request that are found while it is handled, for the log. */
export interface Known {
  readonly person?: string;
  /** The pattern of its address, without values. */
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

/** Empty when the listener has not set it. */
export function clientAddress(request: Request): string {
  return addresses.get(request) ?? '';
}
