/**
 * Reads request bodies that fit in memory: JSON, forms. Big ones stream (listener-hints.ts, multipart.ts).
 * Invariant: size and nesting are bounded before anything is built from them, and JSON must be called JSON, so that
 * another site's plain form can never act on the caller's behalf. No text that comes in holds U+0000, which not every
 * store can keep.
 */
import { errors, RepositoryError } from '#server/core/kernel/errors.ts';
import { pauseWhenLong } from '#server/core/kernel/turns.ts';
import type { Json, JsonObject } from '#wire/json.ts';
import { isJsonObject } from '#wire/json.ts';
import { bytesOf, ReadBodies } from './bytes/listener-hints.ts';
import { JsonBounds } from './json-bounds.ts';

const maxJsonBytes = 10 * 1024 * 1024;
/** Characters that take some milliseconds to read. */
const longText = 256 * 1024;

export function mediaType(headers: Headers): string {
  return (headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
}

export function withoutNulls(text: string): string {
  return text.replaceAll('\0', '');
}

const bodies = new ReadBodies<string>();
/** By request, since a call that is done again does not watch its body again. */
const watched = new WeakMap<Request, JsonBounds>();

/** @param watch sees each piece as it comes, and throws to end the reading */
export async function readText(
  request: Request,
  maxBytes = maxJsonBytes,
  watch: (piece: Uint8Array) => void = () => {},
): Promise<string> {
  return bodies.of(request, () => receiveText(request, maxBytes, watch));
}

async function receiveText(
  request: Request,
  maxBytes: number,
  watch: (piece: Uint8Array) => void,
): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of bytesOf(request)) {
    size += chunk.length;
    if (size > maxBytes) {
      throw new RepositoryError('payloadTooLarge', `The request body is larger than ${maxBytes} bytes`);
    }
    watch(chunk);
    chunks.push(chunk);
  }
  const whole = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  try {
    return withoutNulls(new TextDecoder('utf-8', { fatal: true }).decode(whole));
  } catch (cause) {
    throw errors.badRequest('The request body is not UTF-8 text', cause);
  }
}

export function parseJson(text: string): Json {
  const bounds = new JsonBounds();
  bounds.watch(new TextEncoder().encode(text));
  return parseBounded(text, bounds);
}

function parseBounded(text: string, { hasLongNumbers, hasNumberedCharacters }: JsonBounds): Json {
  if (!hasNumberedCharacters) return parsed(text, hasLongNumbers);
  const value = parsed(text.includes('\\u0000') ? withoutNullEscapes(text) : text, hasLongNumbers);
  // Stores and headers cannot hold half a character; most texts spell none.
  if (/\\u[dD][89a-fA-F]/.test(text)) requireWholeCharacters(value);
  return value;
}

function withoutNullEscapes(json: string): string {
  return json.replace(/\\(?:u0000|.)/g, (escaped) => (escaped === '\\u0000' ? '' : escaped));
}

function parsed(text: string, hasLongNumbers: boolean): Json {
  try {
    return hasLongNumbers ? JSON.parse(text, keepDigits) : JSON.parse(text);
  } catch (cause) {
    throw errors.badRequest(`Malformed JSON: ${faultOf(cause)}`, cause);
  }
}

/** The parser says what it met or what it expected; clients look for the words of the first. */
function faultOf(cause: unknown): string {
  const words = cause instanceof Error ? cause.message : String(cause);
  return words.replace(/^Expected .+(?= in JSON)|^Unexpected token/, 'Unexpected character');
}

/** A whole number that no double holds exactly comes as its digits. */
function keepDigits(_key: string, value: Json, { source = '' }: { readonly source?: string }): Json {
  const isInexact = typeof value === 'number' && !Number.isSafeInteger(value) && /^-?\d+$/.test(source);
  return isInexact ? source : value;
}

function requireWholeCharacters(value: Json | undefined): void {
  if (typeof value === 'string') {
    if (!value.isWellFormed()) throw errors.badRequest('Malformed JSON: half of a surrogate pair in a text');
  } else if (Array.isArray(value)) value.forEach(requireWholeCharacters);
  else if (isJsonObject(value)) Object.entries(value).flat().forEach(requireWholeCharacters);
}

export function isJsonType(request: Request): boolean {
  return /^application\/(.+\+)?json(\+\w+)?$/.test(mediaType(request.headers));
}

export function requireJsonType(request: Request): void {
  if (isJsonType(request)) return;
  const type = mediaType(request.headers);
  throw new RepositoryError('unsupportedMediaType', `Expected application/json, not '${type}'`);
}

/** Its text, read within the bounds that `readJson` then relies on. */
export async function readJsonText(request: Request): Promise<string> {
  return readText(request, maxJsonBytes, (piece) => boundsOf(request).watch(piece));
}

function boundsOf(request: Request): JsonBounds {
  const bounds = watched.get(request) ?? new JsonBounds();
  watched.set(request, bounds);
  return bounds;
}

export async function readJson(request: Request): Promise<Json> {
  requireJsonType(request);
  const text = await readJsonText(request);
  if (!/\S/.test(text)) throw errors.badRequest('The request body is empty');
  const isLong = text.length > longText;
  if (isLong) await pauseWhenLong();
  const value = parseBounded(text, boundsOf(request));
  if (isLong) await pauseWhenLong();
  return value;
}

export async function readJsonObject(request: Request): Promise<JsonObject> {
  const value = await readJson(request);
  if (!isJsonObject(value)) throw errors.badRequest('The request body must be a JSON object');
  return value;
}

/** An entity of one of the given kinds. */
export async function readEntity(request: Request, ...kinds: readonly string[]): Promise<JsonObject> {
  const entity = await readJsonObject(request);
  const kind = entity['entity-type'];
  if (typeof kind !== 'string' || !kinds.includes(kind)) {
    throw errors.badRequest(
      `Json object entity-type is wrong. Expected is ${kinds.join(' or ')} but was ${String(kind ?? null)}`,
    );
  }
  return entity;
}

export async function readForm(request: Request): Promise<URLSearchParams> {
  return mediaType(request.headers) === 'application/x-www-form-urlencoded'
    ? new URLSearchParams((await readText(request, 1024 * 1024)).replaceAll('%00', ''))
    : new URLSearchParams();
}
