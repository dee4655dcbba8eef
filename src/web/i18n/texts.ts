// The texts in use: one language at a time, loaded one part at a time. Their source is locales/<language>.json beside the code
// that uses them (a namespace = a folder or a feature); the build makes files of them (scripts/compiled-texts.mjs).
import { setupI18n } from '@lingui/core';
import { type AppLanguage, isAppLanguage } from './languages.ts';
import { type TextPart, textFiles } from './text-files.ts';
import { withVisibleControls } from './visible-controls.ts';

function partOf(namespace: string): TextPart {
  if (namespace === 'session') return 'session';
  return namespace === 'ui' || namespace === 'shell' || namespace === 'documents' ? 'first' : 'more';
}

/** How long to wait before texts that failed to load are requested again, so that not every drawing of the page requests them. */
const retryMs = 5_000;

const lingui = setupI18n();
const loading = new Map<string, Promise<void>>();
const parts = new Set<TextPart>();

export type Values = Readonly<Record<string, unknown>> & { readonly defaultValue?: string };

/** The text of this name in one namespace; `count` chooses among plural forms. If there is none: `defaultValue`, or the name. */
export type Translate = (name: string, values?: Values) => string;

const translators = new Map<string, Translate>();

/** Returns the same function as long as the language is the same. */
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

/** Makes control characters visible in names that sentences contain. */
function shown(values: Values): Values {
  const entries = Object.entries(values);
  return Object.fromEntries(
    entries.map(([name, value]) => [name, typeof value === 'string' ? withVisibleControls(value) : value]),
  );
}

/** Sets the language before its texts have loaded, for requests to the server. */
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

/** Returns the same promise for the same texts. Texts that fail to load leave their names on screen, and are requested again. */
function loadPart(part: TextPart, language: AppLanguage): Promise<void> {
  parts.add(part);
  const key = `${language}/${part}`;
  const known = loading.get(key);
  if (known) return known;
  const texts = textFiles[language][part]().then(
    (module) => {
      lingui.load(language, module.texts);
      // React marks promises it has awaited in this way: `use` then reads this one at once, and hides nothing on screen.
      Object.assign(texts, { status: 'fulfilled' });
    },
    () => {
      setTimeout(() => loading.delete(key), retryMs);
    },
  );
  loading.set(key, texts);
  return texts;
}

/** Switches the language, after all parts now on screen have loaded in it. */
export async function speak(language: AppLanguage): Promise<void> {
  await Promise.all([...parts].map((part) => loadPart(part, language)));
  lingui.activate(language);
}
