/**
 * Converts typed values to JSON columns and back; the outer shape is checked when a column is read.
 * Invariant: a column with another shape than expected is an error, never a wrong value; no column contains U+0000 or a lone
 * surrogate, which only some engines accept.
 */
import { RepositoryError } from '#server/core/kernel/errors.ts';
import type { Ace, Acl } from '#server/core/kernel/model.ts';
import type { StoredBlob } from '#server/core/kernel/stores.ts';
import { isJsonObject, isString, type Json, type JsonObject } from '#wire/json.ts';

export function writeJson(value: Json | object): string {
  const text = JSON.stringify(value);
  if (text.includes('\\u') && UNSTORABLE.test(text)) throw unstorable();
  return text;
}

/** Matches a real escape: the backslashes before it come in pairs. */
const UNSTORABLE = /(?<!\\)(?:\\\\)*\\u(0000|d[89a-f])/;

export function unstorable(cause?: unknown): RepositoryError {
  return new RepositoryError('badRequest', 'The text holds characters that cannot be stored', { cause });
}

export function readJson(text: string): Json {
  const value: Json = JSON.parse(text);
  return value;
}

export function readObject(text: string): JsonObject {
  const value = readJson(text);
  return isJsonObject(value) ? value : corrupt(text);
}

export function readProperties(text: string): Readonly<Record<string, Json>> {
  const value = readJson(text);
  return isProperties(value) ? value : corrupt(text);
}

/** Parsed JSON contains no undefined. */
function isProperties(value: Json): value is { readonly [name: string]: Json } {
  return isJsonObject(value);
}

export function readTexts(text: string): readonly string[] {
  if (text === '[]') return [];
  const value = readJson(text);
  return Array.isArray(value) && value.every(isString) ? value : corrupt(text);
}

export function readStringMap(text: string): Readonly<Record<string, string>> {
  const map: Record<string, string> = {};
  for (const [name, value] of Object.entries(readObject(text))) {
    map[name] = isString(value) ? value : corrupt(text);
  }
  return map;
}

export function readBlob(text: string): StoredBlob {
  const { key, digest, length, name, mimeType, encoding } = readObject(text);
  if (!isString(key) || !isString(digest) || typeof length !== 'number') return corrupt(text);
  return {
    key,
    digest,
    length,
    name: isString(name) ? name : null,
    mimeType: isString(mimeType) ? mimeType : null,
    encoding: isString(encoding) ? encoding : null,
  };
}

export function readAcls(text: string): readonly Acl[] {
  if (text === '[]') return [];
  return toAcls(readJson(text), text);
}

function toAcls(value: Json, text: string): readonly Acl[] {
  return toList(value, text).map((list) => {
    if (!isJsonObject(list) || !isString(list.name)) return corrupt(text);
    return { name: list.name, aces: toList(list.aces, text).map((ace) => toAce(ace, text)) };
  });
}

/** Cached, because most documents are in few places, with the same ACLs. */
const knownChains = new Map<string, readonly (readonly Acl[])[]>();
const mostChains = 1_000;
const longestChain = 10_000;

/** Reads several ACLs from texts separated by commas. */
export function readAclChain(texts: string | null): readonly (readonly Acl[])[] {
  if (texts === null) return [];
  const known = knownChains.get(texts);
  if (known !== undefined) return known;
  const chain = toList(readJson(`[${texts}]`), texts).map((acls) => toAcls(acls, texts));
  if (texts.length <= longestChain) {
    if (knownChains.size >= mostChains) knownChains.clear();
    knownChains.set(texts, chain);
  }
  return chain;
}

export function readAces(text: string): readonly Ace[] {
  return toList(readJson(text), text).map((ace) => toAce(ace, text));
}

function toAce(value: Json, text: string): Ace {
  if (!isJsonObject(value)) return corrupt(text);
  const { username, permission, granted, creator, begin, end, notify, comment } = value;
  if (!isString(username) || !isString(permission) || typeof granted !== 'boolean') return corrupt(text);
  return {
    username,
    permission,
    granted,
    creator: isString(creator) ? creator : null,
    begin: isString(begin) ? begin : null,
    end: isString(end) ? end : null,
    ...(typeof notify === 'boolean' ? { notify } : {}),
    ...(isString(comment) ? { comment } : {}),
  };
}

function toList(value: Json | undefined, text: string): readonly Json[] {
  return Array.isArray(value) ? value : corrupt(text);
}

function corrupt(text: string): never {
  throw new RepositoryError('internal', 'Database: a stored value has not the shape it was written with', {
    cause: new Error(text.slice(0, 200)),
  });
}
