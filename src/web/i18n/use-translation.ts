// The texts of a namespace in a component, which suspends until they are loaded and re-renders when the language changes.
import { use, useSyncExternalStore } from 'react';
import type { AppLanguage } from './languages.ts';
import { currentLanguage, loadNamespace, onLanguageChange, type Translate, translator } from './texts.ts';

export interface Translation {
  readonly t: Translate;
  readonly language: AppLanguage;
}

export function useTranslation(namespace = 'ui'): Translation {
  const language = useSyncExternalStore(onLanguageChange, currentLanguage);
  // Never conditional: after suspending, React expects the hooks it met before.
  use(loadNamespace(namespace, language));
  return { t: translator(namespace), language };
}
