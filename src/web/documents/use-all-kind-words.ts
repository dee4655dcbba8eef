/** Words for kinds of documents where any type may occur, as in results: rare ones are not part of the first view. */
import { useTranslation } from '#web/i18n/use-translation.ts';
import { type KindWords, useKindWords } from './use-kind-word.ts';

export function useAllKindWords(): KindWords {
  const words = useKindWords();
  const { t } = useTranslation('forms');
  const known = (word: string, type: string) =>
    word === type ? t(`type.${type}`, { defaultValue: type }) : word;
  return {
    ...words,
    ofType: (type) => known(words.ofType(type), type),
    of: (document) => known(words.of(document), document.type),
  };
}
