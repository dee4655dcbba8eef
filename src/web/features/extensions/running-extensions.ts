// Starts the extensions in config.json, each by itself, and passes what they add to lists, navigation and palette.
// Invariant: an extension that fails is listed with its error, its columns and commands show it, and nothing else changes.
import type { QueryClient } from '@tanstack/react-query';
import type { ExtensionDocument } from '#extension';
import { refreshChanged } from '#web/api/optimistic.ts';
import { runningApi } from '#web/api/start.ts';
import { besideIndex } from '#web/base-address.ts';
import { addToast } from '#web/frame/toasts.ts';
import { currentLanguage, loadNamespace, translator } from '#web/i18n/texts.ts';
import { isJsonObject, isString } from '#wire/json.ts';
import { type ColumnTexts, createColumnTexts } from './column-texts.ts';
import { type ConfiguredExtension, readConfigured } from './configured.ts';
import {
  type ActionContribution,
  type Contributions,
  Mistake,
  readContributions,
  WrongProtocol,
  wordsIn,
} from './contributions.ts';
import { ExtensionFailure, type Link, openLink } from './extension-link.ts';
import { failureWords, nameOf } from './extension-words.ts';
import {
  changeExtension,
  extensionOf,
  listLines,
  useExtensionList,
  useSwitchedOff,
} from './extensions-store.ts';

const links = new Map<string, Link>();
const columns = new Map<string, ColumnTexts>();
let goTo: (uid: string) => void = () => undefined;
let queries: QueryClient | undefined;
let begun = false;

/**
 * @param onOpen shows a document to the reader
 * @param client refetches what actions have changed
 */
export async function startExtensions(onOpen: (uid: string) => void, client: QueryClient): Promise<void> {
  goTo = onOpen;
  queries = client;
  if (begun) return;
  begun = true;
  await loadNamespace('extensions');
  listLines(readConfigured(runningApi().config.extensions, new URL(besideIndex('.'))));
  for (const { id, configured, state } of useExtensionList.getState().list) {
    if (state.status === 'misconfigured')
      for (const { path, expected, found } of state.problems)
        warn(`config.json, ${path}: expected ${expected}, found ${found || 'nothing'}`);
    if (configured !== null && state.status === 'starting') start(id, configured);
  }
}

/** Also restarts one that failed or was switched off. */
export function restartExtension(id: string): void {
  const configured = extensionOf(id)?.configured;
  stop(id);
  useSwitchedOff.setState(({ ids }) => ({ ids: ids.filter((one) => one !== id) }));
  if (configured !== null && configured !== undefined) start(id, configured);
}

export function switchOffExtension(id: string): void {
  stop(id);
  useSwitchedOff.setState(({ ids }) => ({ ids: [...new Set([...ids, id])] }));
  changeExtension(id, { state: { status: 'off' } });
}

/** Shows a toast with a way to try again, since the frame that failed is hidden. */
function fail(id: string, failure: ExtensionFailure): void {
  stop(id);
  changeExtension(id, { state: { status: 'broken', failure } });
  const listed = extensionOf(id);
  if (listed === undefined) return;
  const t = translator('extensions');
  const text = failureWords(nameOf(listed), failure, t);
  warn(text);
  // An extension that never ran has nothing on screen: do not bother readers with an administrator's mistake.
  if (listed.contributions !== null)
    addToast({ kind: 'bad', text, action: { label: t('reload'), run: () => restartExtension(id) } });
}

function start(id: string, configured: ConfiguredExtension): void {
  changeExtension(id, { state: { status: 'starting' } });
  const link = openLink({
    extension: configured,
    title: id,
    onDefined: (declared) => {
      changeExtension(id, { contributions: contributionsIn(declared), state: { status: 'running' } });
    },
    onFailure: (failure) => fail(id, failure),
    onOpen: (uid) => goTo(uid),
  });
  links.set(id, link);
}

function stop(id: string): void {
  links.get(id)?.close();
  links.delete(id);
  for (const [name, texts] of columns) if (name.startsWith(`${id}.`)) texts.forget();
}

/** @throws ExtensionFailure */
export function contributionsIn(declared: unknown): Contributions {
  try {
    return readContributions(declared);
  } catch (cause) {
    if (cause instanceof WrongProtocol) throw new ExtensionFailure('protocol', String(cause.found));
    if (cause instanceof Mistake) throw new ExtensionFailure('declaration', cause.message);
    throw cause;
  }
}

function warn(text: string): void {
  // biome-ignore lint/suspicious/noConsole: authors of extensions read the console.
  console.warn(`Extensions: ${text}`);
}

export function textsOf(id: string, key: string): ColumnTexts {
  const name = `${id}.${key}`;
  const known = columns.get(name);
  if (known !== undefined) return known;
  const made = createColumnTexts(async (documents) => {
    try {
      return await links.get(id)?.ask('texts', key, documents);
    } catch (cause) {
      if (cause instanceof ExtensionFailure && cause.kind === 'threw' && links.has(id)) fail(id, cause);
      throw cause;
    }
  });
  columns.set(name, made);
  return made;
}

/** Makes every column request its visible texts again. */
export function forgetTexts(): void {
  for (const texts of columns.values()) texts.forget();
}

export async function runAction(
  id: string,
  { key, label }: ActionContribution,
  documents: readonly ExtensionDocument[],
): Promise<void> {
  try {
    const result = await links.get(id)?.ask('run', key, documents);
    if (!isJsonObject(result)) return;
    const { message, changed } = result;
    const words = isString(message) ? message : isJsonObject(message) ? wordsOf(message) : '';
    if (words !== '') addToast({ text: words.slice(0, 300) });
    const uids = Array.isArray(changed) ? changed.filter(isString) : [];
    if (uids.length > 0 && queries !== undefined) await refreshChanged(queries, { uids, folders: [] });
  } catch (cause) {
    // If the whole extension has failed, that was reported already.
    if (!(cause instanceof ExtensionFailure) || cause.kind !== 'threw' || !links.has(id)) return;
    const t = translator('extensions');
    addToast({
      kind: 'bad',
      text: t('actionFailed', { action: wordsIn(label, currentLanguage()), reason: cause.message }),
    });
  }
}

function wordsOf(words: Readonly<Record<string, unknown>>): string {
  const texts = Object.entries(words).filter((pair): pair is [string, string] => isString(pair[1]));
  return wordsIn(Object.fromEntries(texts), currentLanguage());
}
