/** The selected document: picture, facts, tags, people, versions. With nothing selected, the folder itself. */

import { useQuery } from '@tanstack/react-query';
import { ChevronLeft, ChevronRight, Maximize2, Plus, X } from 'lucide';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router-dom';
import { documentById } from '#web/api/document-by-id.ts';
import { isFolderish, may, propertyOf } from '#web/api/document-context.ts';
import { tagsOf } from '#web/api/document-details.ts';
import { documentVersions } from '#web/api/versions.ts';
import { InSlot } from '#web/frame/frame-slots.tsx';
import { useFormat } from '#web/i18n/use-format.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { paths } from '#web/paths.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { BidiName } from '#web/ui/bidi-name.tsx';
import { Chip } from '#web/ui/chip.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { StateGlyph } from '#web/ui/state-glyph.tsx';
import { ask } from '../changes/question.ts';
import { LockBadge } from '../document-name.tsx';
import { FailureNote } from '../failure-note.tsx';
import { shownName } from '../kind-word.ts';
import { LargePicture } from '../large-picture.tsx';
import { addressOf } from '../open-document.ts';
import { personOf } from '../person-of.ts';
import { isStored, type StoredDocument } from '../stored-document.ts';
import { tagAddress } from '../tag-search.ts';
import { dayOf } from './columns.tsx';
import css from './details-pane.module.css';
import { DocumentFacts } from './document-facts.tsx';

export interface DetailsPaneProps {
  readonly documents: readonly StoredDocument[];
  readonly folder: StoredDocument | null;
  /** Set if the pane lies over the list. */
  readonly onClose?: () => void;
}

export function DetailsPane({ documents, folder, onClose }: DetailsPaneProps) {
  const { t } = useTranslation('changes');
  const format = useFormat();
  const [at, setAt] = useState(0);
  const count = documents.length;
  const index = Math.min(at, Math.max(0, count - 1));
  const document = documents[index] ?? folder;
  const go = (step: number) => setAt((index + step + count) % count);
  return (
    <InSlot name="pane">
      <div className={css.pane}>
        <header className={css.head}>
          <h2 className={css.title}>
            {count > 1
              ? t('details.nth', { nth: format.count(index + 1), number: format.count(count) })
              : t('details.title')}
          </h2>
          {count > 1 ? (
            <>
              <IconButton
                icon={ChevronLeft}
                directional
                size="small"
                label={t('details.previous')}
                onClick={() => go(-1)}
              />
              <IconButton
                icon={ChevronRight}
                directional
                size="small"
                label={t('details.next')}
                onClick={() => go(1)}
              />
            </>
          ) : null}
          {document === null || document === folder ? null : (
            <Link className={css.open} to={addressOf(document)} aria-label={t('open')} data-tip={t('open')}>
              <Icon icon={Maximize2} size={14} />
            </Link>
          )}
          {onClose === undefined ? null : (
            <IconButton icon={X} size="small" label={t('details.close')} onClick={onClose} />
          )}
        </header>
        {document === null ? (
          <p className={css.nothing}>{t('details.nothing')}</p>
        ) : (
          <Details key={document.uid} document={document} />
        )}
      </div>
    </InSlot>
  );
}

const detailsView = {
  schemas: ['dublincore', 'common', 'uid', 'file'],
  enrichers: { document: ['thumbnail', 'tags', 'permissions', 'favorites', 'subscribedNotifications'] },
  fetch: { document: ['lock', 'versionLabel', 'dc:lastContributor', 'dc:creator', 'dc:contributors'] },
};

function Details({ document: shown }: { readonly document: StoredDocument }) {
  const { t } = useTranslation('changes');
  const { t: list } = useTranslation('documents');
  const format = useFormat();
  const { data, error, refetch } = useQuery(documentById(shown.uid, detailsView));
  const versioned = !isFolderish(shown) && shown.facets.includes('Versionable');
  const versions = useQuery({ ...documentVersions(shown.uid), enabled: versioned });
  const document = data !== undefined && isStored(data) ? data : shown;
  const tags = tagsOf(document);
  const mayTag = may(document, 'Write');
  const contributors = propertyOf(document, 'dc:contributors');
  const people = (Array.isArray(contributors) ? contributors : []).flatMap((value) => personOf(value) ?? []);
  const recent = (versions.data?.entries ?? []).filter(isStored).slice(0, 4);
  return (
    <div className={css.body}>
      <div className={css.picture}>
        <LargePicture document={document} />
      </div>
      <h3 className={css.name} dir="auto">
        {document.path === '/' ? list('everything') : shownName(document)}
      </h3>
      {isFolderish(document) ? null : (
        <p className={css.states}>
          {document.state === null ? null : <StateGlyph state={document.state} />}
          <LockBadge document={document} />
        </p>
      )}
      {error === null ? null : (
        <FailureNote error={error} onRetry={() => void refetch()}>
          {t('details.failed', { reason: error.message })}
        </FailureNote>
      )}
      <DocumentFacts document={document} />
      {tags.length === 0 && !mayTag ? null : (
        <Section title={t('tags.label')}>
          <div className={css.chips}>
            {tags.map((tag) => (
              <Chip key={tag}>
                <Link to={tagAddress(tag)}>{tag}</Link>
              </Chip>
            ))}
            {mayTag ? (
              <IconButton
                className={css.add}
                icon={Plus}
                size="small"
                label={t('tags.action')}
                onClick={() => ask({ kind: 'tags', documents: [document] })}
              />
            ) : null}
          </div>
        </Section>
      )}
      {people.length === 0 ? null : (
        <Section title={t('details.people')}>
          <ul className={css.people}>
            {people.slice(0, 6).map(({ login, name }) => (
              <li key={login}>
                <Avatar login={login} name={name} size={22} />
                <bdi>{name}</bdi>
              </li>
            ))}
          </ul>
        </Section>
      )}
      {recent.length === 0 ? null : (
        <Section
          title={t('details.versions')}
          end={
            <Link className={css.all} to={paths.doc.href(document.uid, 'versions')}>
              {t('details.allVersions', {
                number: format.count(versions.data?.resultsCount ?? recent.length),
              })}
            </Link>
          }
        >
          <ul className={css.versions}>
            {recent.map((version) => (
              <li key={version.uid}>
                <b>{version.versionLabel}</b>
                <BidiName>{version.title}</BidiName>
                <span>{dayOf(propertyOf(version, 'dc:modified'), format)}</span>
              </li>
            ))}
          </ul>
        </Section>
      )}
    </div>
  );
}

interface SectionProps {
  readonly title: string;
  readonly end?: ReactNode;
  readonly children: ReactNode;
}

function Section({ title, end, children }: SectionProps) {
  return (
    <section className={css.section}>
      <header>
        <h4>{title}</h4>
        {end}
      </header>
      {children}
    </section>
  );
}
