// The texts in force: one language at a time, loaded one namespace (= room or feature) at a time from
// locales/<language>.json beside it. Invariant: adding a language or a feature needs no change here but its name below.
import { type Messages, setupI18n } from '@lingui/core';
import { type AppLanguage, isAppLanguage } from './languages.ts';

const files = import.meta.glob<Messages>(
  [
    '../ui/locales/*.json',
    '../shell/locales/*.json',
    '../documents/locales/*.json',
    '../forms/locales/*.json',
    '../features/*/locales/*.json',
  ],
  { import: 'default' },
);

/** Namespaces that are no feature. */
const rooms: readonly string[] = ['ui', 'shell', 'documents', 'forms'];

/** Texts that failed to come are asked for again, but not by every drawing of the page meanwhile. */
const retryMs = 5_000;

const lingui = setupI18n();
const loading = new Map<string, Promise<void>>();
const namespaces = new Set<string>();

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
    return id in lingui.messages ? lingui._(id, values) : (values.defaultValue ?? name);
  };
  translators.set(key, translate);
  return translate;
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

/** The same promise for the same texts; texts that cannot be had leave their names on screen, and are asked for again. */
export function loadNamespace(namespace: string, language: AppLanguage = currentLanguage()): Promise<void> {
  namespaces.add(namespace);
  const key = `${language}/${namespace}`;
  const known = loading.get(key);
  if (known) return known;
  const folder = rooms.includes(namespace) ? `../${namespace}` : `../features/${namespace}`;
  const load = files[`${folder}/locales/${language}.json`];
  const texts = (load?.() ?? Promise.reject(new Error(`No ${language} texts for "${namespace}"`))).then(
    (messages) => {
      const entries = Object.entries(messages).map(([name, text]) => [`${namespace}:${name}`, text] as const);
      lingui.load(language, Object.fromEntries(entries));
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

/** With every namespace that is on screen already. */
export async function speak(language: AppLanguage): Promise<void> {
  await Promise.all([...namespaces].map((namespace) => loadNamespace(namespace, language)));
  lingui.activate(language);
}
