/** The number of documents that have a term, if it is known which property uses the vocabulary. */

import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { nxqlSearch } from '#web/api/search.ts';
import { PaneSection } from '#web/frame/pane.tsx';
import { useFormat } from '#web/i18n/use-format.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { paths } from '#web/paths.ts';

const properties: Readonly<Record<string, string>> = {
  nature: 'dc:nature',
  l10nsubjects: 'dc:subjects/*',
  l10ncoverage: 'dc:coverage',
  language: 'dc:language',
};

export interface TermUseCount {
  /** Undefined if it is unknown. */
  readonly count: number | undefined;
  /** NXQL that finds the documents. */
  readonly query: string;
  /** The property that holds the term: a text, or a list of texts. */
  readonly property: string;
}

const carrying = (property: string, value: string) =>
  `SELECT * FROM Document WHERE ${property} = ${value} AND ecm:isVersion = 0 AND ecm:isProxy = 0`;

/** @param value as documents store it */
export function useTermUse(directory: string, value: string): TermUseCount {
  const property = properties[directory];
  const { data } = useQuery({
    ...nxqlSearch(carrying(property ?? '', '?'), { params: [value], pageSize: 1, view: {} }),
    enabled: property !== undefined,
  });
  const literal = `'${value.replaceAll(/['\\]/g, '\\$&')}'`;
  return {
    count: property === undefined ? undefined : data?.resultsCount,
    query: property === undefined ? '' : carrying(property, literal),
    property: property?.replace('/*', '') ?? '',
  };
}

export function TermUse({ use }: { readonly use: TermUseCount }) {
  const { t } = useTranslation('directories');
  const format = useFormat();
  const { count, query } = use;
  if (count === undefined) return null;
  return (
    <PaneSection
      title={t('usedBy', { count, number: format.count(count) })}
      end={
        count === 0 ? null : <Link to={paths.search.href({ mode: 'nxql', q: query })}>{t('showUse')}</Link>
      }
    >
      {null}
    </PaneSection>
  );
}
