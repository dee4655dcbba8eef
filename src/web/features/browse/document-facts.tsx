/** The facts of a document as label and value. */

import { propertyOf } from '#web/api/document-context.ts';
import { useKindWords } from '#web/documents/use-kind-word.ts';
import { useFormat } from '#web/i18n/use-format.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { sizeOf } from './columns.tsx';
import css from './details-pane.module.css';
import { personOf } from './person-of.ts';
import type { StoredDocument } from './place.ts';
import { propertyText } from './property-text.ts';

export function DocumentFacts({ document }: { readonly document: StoredDocument }) {
  const { t } = useTranslation('browse');
  const words = useKindWords();
  const format = useFormat();
  const changed = (date: string, by: string): string => {
    const at = propertyOf(document, date);
    const day = typeof at === 'string' ? format.day(new Date(at)) : '';
    const who = personOf(propertyOf(document, by));
    if (day === '' || who === null) return day;
    return t('details.dayBy', { day, name: who.name });
  };
  const kind = [words.of(document), sizeOf(document, format)].filter((part) => part !== '');
  const facts: readonly (readonly [string, string])[] = [
    ['kind', kind.join(' · ')],
    ['modified', changed('dc:modified', 'dc:lastContributor')],
    ['created', changed('dc:created', 'dc:creator')],
    ['version', document.versionLabel ?? ''],
    ['description', propertyText(propertyOf(document, 'dc:description'), format)],
  ];
  return (
    <dl className={css.facts}>
      {facts
        .filter(([, value]) => value !== '')
        .map(([name, value]) => (
          <div key={name}>
            <dt>{t(`details.${name}`)}</dt>
            <dd dir="auto">{value}</dd>
          </div>
        ))}
    </dl>
  );
}
