// The texts in force: one language at a time, loaded one part at a time. They stand in locales/<language>.json beside
// what they are for (a namespace = a room or a feature); the build makes files of them (scripts/compiled-texts.mjs).
import { type Messages, setupI18n } from '@lingui/core';
import { type AppLanguage, isAppLanguage } from './languages.ts';

type Part = 'first' | 'session' | 'more';
type Load = () => Promise<{ readonly texts: Messages }>;

/** Written out, as a build finds no file by a name that is put together. */
const files: Readonly<Record<AppLanguage, Readonly<Record<Part, Load>>>> = {
  en: {
    first: () => import('virtual:texts/en/first'),
    session: () => import('virtual:texts/en/session'),
    more: () => import('virtual:texts/en/more'),
  },
  fr: {
    first: () => import('virtual:texts/fr/first'),
    session: () => import('virtual:texts/fr/session'),
    more: () => import('virtual:texts/fr/more'),
  },
  de: {
    first: () => import('virtual:texts/de/first'),
    session: () => import('virtual:texts/de/session'),
    more: () => import('virtual:texts/de/more'),
  },
  es: {
    first: () => import('virtual:texts/es/first'),
    session: () => import('virtual:texts/es/session'),
    more: () => import('virtual:texts/es/more'),
  },
  ja: {
    first: () => import('virtual:texts/ja/first'),
    session: () => import('virtual:texts/ja/session'),
    more: () => import('virtual:texts/ja/more'),
  },
  ar: {
    first: () => import('virtual:texts/ar/first'),
    session: () => import('virtual:texts/ar/session'),
    more: () => import('virtual:texts/ar/more'),
  },
};

function partOf(namespace: string): Part {
  if (namespace === 'session') return 'session';
  return namespace === 'ui' || namespace === 'shell' || namespace === 'documents' ? 'first' : 'more';
}

/** Texts that failed to come are asked for again, but not by every drawing of the page meanwhile. */
const retryMs = 5_000;

const lingui = setupI18n();
const loading = new Map<string, Promise<void>>();
const parts = new Set<Part>();

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

export function loadNamespace(namespace: string, language: AppLanguage = currentLanguage()): Promise<void> {
  return loadPart(partOf(namespace), language);
}

/** The same promise for the same texts; texts that cannot be had leave their names on screen, and are asked for again. */
function loadPart(part: Part, language: AppLanguage): Promise<void> {
  parts.add(part);
  const key = `${language}/${part}`;
  const known = loading.get(key);
  if (known) return known;
  const texts = files[language][part]().then(
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
