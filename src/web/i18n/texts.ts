// The texts in force: one language at a time, loaded one part at a time. They stand in locales/<language>.json beside
// what they are for (a namespace = a room or a feature); the build makes files of them (scripts/compiled-texts.mjs).
import { setupI18n } from '@lingui/core';
import { type AppLanguage, isAppLanguage } from './languages.ts';
import { type TextPart, textFiles } from './text-files.ts';
import { withVisibleControls } from './visible-controls.ts';

function partOf(namespace: string): TextPart {
  if (namespace === 'session') return 'session';
  return namespace === 'ui' || namespace === 'shell' || namespace === 'documents' ? 'first' : 'more';
}

/** Texts that failed to come are asked for again, but not by every drawing of the page meanwhile. */
const retryMs = 5_000;

const lingui = setupI18n();
const loading = new Map<string, Promise<void>>();
const parts = new Set<TextPart>();

export type Values = Readonly<Record<string, unknown>> & { readonly defaultValue?: string };

/** A text of one namespace by its name; `count` chooses among plural forms. Without such a text: `defaultValue`, or the name. */
export type Translate = (name: string, values?: Values) => string;

const translators = new Map<string, Translate>();

/** The same function as long as the language is the same. */
export function translator(namespace: string): Translate {
  const key = `${lingui.locale}/${namespace}`;
  const known = translators.get(key);
  if (known) return known;
  const translate: Translate = (name, values = {}) => {
    const id = `${namespace}:${name}`;
    return id in lingui.messages ? lingui._(id, shown(values)) : (values.defaultValue ?? name);
  };
  translators.set(key, translate);
  return translate;
}

/** Names in sentences. */
function shown(values: Values): Values {
  const entries = Object.entries(values);
  return Object.fromEntries(
    entries.map(([name, value]) => [name, typeof value === 'string' ? withVisibleControls(value) : value]),
  );
}

/** The server is asked in this language while its texts are still on their way. */
export function beginIn(language: AppLanguage): void {
  lingui.loadAndActivate({ locale: language, messages: {} });
}

export function currentLanguage(): AppLanguage {
  return isAppLanguage(lingui.locale) ? lingui.locale : 'en';
}

export function onLanguageChange(listener: () => void): () => void {
  return lingui.on('change', listener);
}

export function loadNamespace(namespace: string, language: AppLanguage = currentLanguage()): Promise<void> {
  return loadPart(partOf(namespace), language);
}

/** The same promise for the same texts; texts that cannot be had leave their names on screen, and are asked for again. */
function loadPart(part: TextPart, language: AppLanguage): Promise<void> {
  parts.add(part);
  const key = `${language}/${part}`;
  const known = loading.get(key);
  if (known) return known;
  const texts = textFiles[language][part]().then(
    (module) => {
      lingui.load(language, module.texts);
      // As React marks what it has waited for: read at once, it never hides what is on screen.
      Object.assign(texts, { status: 'fulfilled' });
    },
    () => {
      setTimeout(() => loading.delete(key), retryMs);
    },
  );
  loading.set(key, texts);
  return texts;
}

/** With every part that is on screen already. */
export async function speak(language: AppLanguage): Promise<void> {
  await Promise.all([...parts].map((part) => loadPart(part, language)));
  lingui.activate(language);
}
