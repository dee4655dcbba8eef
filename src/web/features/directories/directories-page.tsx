/** The page of vocabularies: their names, and the terms of the one in the address, which also has the selected term. */

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { NavLink, useParams } from 'react-router-dom';
import { directories } from '#web/api/directories.ts';
import { readableName } from '#web/forms/readable-name.ts';
import { PagePlace } from '#web/frame/page-place.tsx';
import { useFormat } from '#web/i18n/use-format.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { paths } from '#web/paths.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Note } from '#web/ui/note.tsx';
import { SearchBox } from '#web/ui/search-box.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx';
import css from './directories-page.module.css';
import { TermsSection } from './terms-section.tsx';

export function DirectoriesPage() {
  const { t } = useTranslation('directories');
  const format = useFormat();
  const { name } = useParams();
  const [words, setWords] = useState('');
  const { data, error, refetch } = useQuery(directories());
  const labelOf = (directory: string) =>
    t(`vocabulary.${directory}`, { defaultValue: readableName(directory) });
  const shown = (data ?? [])
    .map((directory) => ({ directory, label: labelOf(directory.name) }))
    .filter(({ label, directory }) =>
      `${label} ${directory.name}`.toLocaleLowerCase().includes(words.trim().toLocaleLowerCase()),
    )
    .toSorted((a, b) => a.label.localeCompare(b.label, format.locale));
  const chosen = data?.find((directory) => directory.name === name);
  const count = data?.length ?? 0;
  return (
    <div className={css.page} data-chosen={name !== undefined || undefined}>
      <PagePlace
        above={name === undefined ? [] : [{ to: paths.directories.href(), title: t('title') }]}
        title={name === undefined ? t('title') : labelOf(name)}
        detail={name === undefined ? t('count', { count, number: format.count(count) }) : name}
      />
      <section className={css.names} aria-label={t('title')}>
        {name === undefined ? <VisuallyHidden as="h1">{t('title')}</VisuallyHidden> : null}
        <SearchBox label={t('find')} value={words} onChange={setWords} />
        {error === null ? null : (
          <Note kind="bad" onRetry={() => void refetch()}>
            {t('failed', { reason: error.message })}
          </Note>
        )}
        {data === undefined && error === null ? <Skeleton width="70%" /> : null}
        <ul>
          {shown.map(({ directory, label }) => (
            <li key={directory.name}>
              <NavLink to={paths.directories.href(directory.name)}>
                <bdi>{label}</bdi>
              </NavLink>
            </li>
          ))}
        </ul>
      </section>
      {chosen !== undefined ? (
        <TermsSection key={chosen.name} directory={chosen} label={labelOf(chosen.name)} />
      ) : data === undefined ? null : (
        <div className={css.nothing}>
          {name === undefined ? (
            <EmptyState title={t('choose.title')}>{t('choose.text')}</EmptyState>
          ) : (
            <EmptyState level={1} title={t('unknown.title', { name })}>
              {t('unknown.text')}
            </EmptyState>
          )}
        </div>
      )}
    </div>
  );
}
