// Words for kinds of files and types of documents, in the reader's language; an unknown type is shown by its name.
import { useTranslation } from '#web/i18n/use-translation.ts';
import type { DocumentEntity } from '#wire/document.ts';
import { kindOf } from './kind-word.ts';

export interface KindWords {
  readonly ofKind: (kind: string) => string;
  readonly ofType: (type: string) => string;
  readonly of: (document: DocumentEntity) => string;
}

export function useKindWords(): KindWords {
  const { t } = useTranslation('documents');
  const ofKind = (kind: string) => t(`kind.${kind}`);
  const ofType = (type: string) => t(`type.${type}`, { defaultValue: type });
  return {
    ofKind,
    ofType,
    of: (document) => {
      const kind = kindOf(document);
      return kind === undefined ? ofType(document.type) : ofKind(kind);
    },
  };
}
