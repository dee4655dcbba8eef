// The files of texts, three for each language.
import type { Messages } from '@lingui/core';
import type { AppLanguage } from './languages.ts';

export type TextPart = 'first' | 'session' | 'more';
type Load = () => Promise<{ readonly texts: Messages }>;

/** Written out because the build does not find imports whose name is computed. */
export const textFiles: Readonly<Record<AppLanguage, Readonly<Record<TextPart, Load>>>> = {
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
