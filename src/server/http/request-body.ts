/**
 * Reads request bodies that fit in memory: JSON, forms. Large ones are streamed (listener-hints.ts, multipart.ts).
 * Invariant: size and nesting are limited before anything is built from them. JSON must have a JSON content type, so that a
 * plain form of another site cannot act for the caller. Texts never contain U+0000, which not every store accepts.
 */
import { errors, RepositoryError } from '#server/core/kernel/errors.ts';
import { pauseWhenLong } from '#server/core/kernel/turns.ts';
import type { Json, JsonObject } from '#wire/json.ts';
import { isJsonObject } from '#wire/json.ts';
import { bytesOf, ReadBodies } from './bytes/listener-hints.ts';
import { JsonBounds } from './json-bounds.ts';

const maxJsonBytes = 10 * 1024 * 1024;
/** In characters: longer texts take some milliseconds to parse. */
const longText = 256 * 1024;

export function mediaType(headers: Headers): string {
  return (headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
}

export function withoutNulls(text: string): string {
  return text.replaceAll('\0', '');
}

const bodies = new ReadBodies<string>();
/** By request, because a call that runs again does not check its body again. */
const watched = new WeakMap<Request, JsonBounds>();

/** @param watch gets each piece as it arrives, and may throw to stop reading */
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
  // Stores and headers cannot hold lone surrogates; most texts contain no escape for one.
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

/** The parser reports what it met or what it expected; clients look for the wording of the former. */
function faultOf(cause: unknown): string {
  const words = cause instanceof Error ? cause.message : String(cause);
  return words.replace(/^Expected .+(?= in JSON)|^Unexpected token/, 'Unexpected character');
}

/** Whole numbers that a double cannot hold exactly are kept as texts. */
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

/** The text of a JSON body, checked against the limits that `readJson` relies on. */
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

/** An entity of one of these entity types. */
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
