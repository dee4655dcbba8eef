// The texts of a namespace in a component. It waits (Suspense) until they are loaded, and follows the language.
import { use, useSyncExternalStore } from 'react';
import type { AppLanguage } from './languages.ts';
import { currentLanguage, loadNamespace, onLanguageChange, type Translate, translator } from './texts.ts';

export interface Translation {
  readonly t: Translate;
  readonly language: AppLanguage;
}

export function useTranslation(namespace = 'ui'): Translation {
  const language = useSyncExternalStore(onLanguageChange, currentLanguage);
  // Always, and never by a condition: React draws a component again by the hooks it met before it waited.
  use(loadNamespace(namespace, language));
  return { t: translator(namespace), language };
}
