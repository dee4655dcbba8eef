/** The facts of a document as label and value. */

import { propertyOf } from '#web/api/document-context.ts';
import { useFormat } from '#web/i18n/use-format.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { personOf } from '../person-of.ts';
import { propertyText } from '../property-text.ts';
import type { StoredDocument } from '../stored-document.ts';
import { useKindWords } from '../use-kind-word.ts';
import { sizeOf } from './columns.tsx';
import css from './details-pane.module.css';

export function DocumentFacts({ document }: { readonly document: StoredDocument }) {
  const { t } = useTranslation('changes');
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
