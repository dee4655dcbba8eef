// Two documents or versions side by side, with the differences of their properties and of their files. The address says
// which two and how; each side can be changed to another version of the same document.
// Comparing files is another feature's, so the router passes it in.

import { useQuery } from '@tanstack/react-query';
import { ArrowLeftRight } from 'lucide';
import type { ReactNode } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router-dom';
import { documentById, pageView } from '#web/api/document-by-id.ts';
import { sameValue } from '#web/api/same-value.ts';
import { schemas } from '#web/api/server-config.ts';
import { documentVersions } from '#web/api/versions.ts';
import { isStored, type StoredDocument } from '#web/documents/stored-document.ts';
import { PagePlace } from '#web/frame/page-place.tsx';
import { useFormat } from '#web/i18n/use-format.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { paths } from '#web/paths.ts';
import { BidiName } from '#web/ui/bidi-name.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { Segments } from '#web/ui/segments.tsx';
import { Select } from '#web/ui/select.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx';
import { DocumentProblem } from '../document-problem.tsx';
import { useFocusedTitle } from '../use-focused-title.ts';
import { compareAddress } from './compare-address.ts';
import css from './compare-page.module.css';
import { ComparedProperties, differentFields } from './compared-properties.tsx';

/** The ways to compare the files of two documents. */
export interface FileComparison {
  readonly views: (earlier: StoredDocument, later: StoredDocument) => readonly string[];
  readonly show: (view: string, earlier: StoredDocument, later: StoredDocument) => ReactNode;
}

export interface ComparePageProps {
  readonly earlier: StoredDocument;
  readonly files: FileComparison;
}

export function ComparePage({ earlier, files }: ComparePageProps) {
  const [values] = useSearchParams();
  const laterId = values.get('with') ?? earlier.versionableId ?? earlier.uid;
  const { data, error, refetch } = useQuery(documentById(laterId));
  if (data !== undefined && isStored(data)) {
    return <Compared earlier={earlier} later={data} view={values.get('view') ?? ''} files={files} />;
  }
  if (error !== null) return <DocumentProblem uid={laterId} error={error} onRetry={() => void refetch()} />;
  return (
    <div className={css.waiting} aria-busy="true">
      <Skeleton width={320} height={18} />
    </div>
  );
}

interface ComparedDocumentsProps {
  readonly earlier: StoredDocument;
  readonly later: StoredDocument;
  readonly view: string;
  readonly files: FileComparison;
}

function Compared({ earlier, later, view, files }: ComparedDocumentsProps) {
  const { t } = useTranslation('document');
  const navigate = useNavigate();
  const ofFiles = files.views(earlier, later);
  const known = useQuery(schemas()).data;
  // If only a note's text differs, the list of properties would be empty and say that nothing does.
  const isTextAlone =
    view === '' &&
    known !== undefined &&
    !sameValue(earlier.properties?.['note:note'], later.properties?.['note:note']) &&
    differentFields(earlier, later, known).length === 0;
  const wanted = isTextAlone ? 'text' : view;
  const shown = ofFiles.find((one) => one === wanted);
  const page = useFocusedTitle<HTMLElement>();
  const go = (one: string, other: string, how: string | undefined = view || undefined) =>
    navigate(compareAddress(one, other, how), { replace: true });
  const nameOf = (document: StoredDocument) =>
    document.isVersion ? t('version', { label: document.versionLabel ?? '' }) : t('versions.now');
  const oneSeries = seriesOf(earlier) === seriesOf(later);
  const names = [earlier, later].map((document) => (oneSeries ? nameOf(document) : document.title));
  return (
    <article ref={page} className={css.page} aria-label={t('compare.title')} tabIndex={-1}>
      <PagePlace
        above={[{ to: paths.doc.href(seriesOf(later), 'versions'), title: later.title }]}
        title={t('compare.title')}
        detail={later.title}
        tabTitle={t('compare.of', { title: later.title })}
      />
      <header className={css.head}>
        <VisuallyHidden as="h1" on="phone" className={css.title}>
          {t('compare.of', { title: later.title })}
        </VisuallyHidden>
        <div className={css.sides}>
          <Side
            label={t('compare.earlier')}
            document={earlier}
            nameOf={nameOf}
            onChoose={(uid) => go(uid, later.uid)}
          />
          <IconButton
            icon={ArrowLeftRight}
            label={t('compare.swap')}
            onClick={() => go(later.uid, earlier.uid)}
          />
          <Side
            label={t('compare.later')}
            document={later}
            nameOf={nameOf}
            onChoose={(uid) => go(earlier.uid, uid)}
          />
        </div>
        {ofFiles.length === 0 ? null : (
          <Segments
            label={t('compare.how')}
            value={shown ?? 'properties'}
            onChange={(next) => go(earlier.uid, later.uid, next)}
            segments={['properties', ...ofFiles].map((id) => ({ id, label: t(`compare.view.${id}`) }))}
          />
        )}
      </header>
      {shown === undefined ? (
        <section
          className={css.body}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll area must be reachable with the keyboard.
          tabIndex={0}
          aria-label={t('compare.view.properties')}
        >
          <ComparedProperties earlier={earlier} later={later} names={[names[0] ?? '', names[1] ?? '']} />
        </section>
      ) : (
        <div className={css.files}>{files.show(shown, earlier, later)}</div>
      )}
    </article>
  );
}

/** The id of the live document, under which the server lists all its versions. */
function seriesOf(document: StoredDocument): string {
  return document.versionableId ?? document.uid;
}

interface SideProps {
  readonly label: string;
  readonly document: StoredDocument;
  readonly nameOf: (document: StoredDocument) => string;
  readonly onChoose: (uid: string) => void;
}

function Side({ label, document, nameOf, onChoose }: SideProps) {
  const { t } = useTranslation('document');
  const format = useFormat();
  const live = seriesOf(document);
  const versions = useQuery(documentVersions(live, pageView));
  const made = versions.data?.entries.filter(isStored) ?? [];
  const known =
    made.some(({ uid }) => uid === document.uid) || !document.isVersion ? made : [document, ...made];
  return (
    <div className={css.side}>
      <Link className={css.name} to={paths.doc.href(document.uid)}>
        <BidiName>{document.title}</BidiName>
      </Link>
      <Select
        label={label}
        value={document.uid}
        options={[
          { value: live, label: t('versions.now') },
          ...known.map((version) => ({
            value: version.uid,
            label: `${nameOf(version)} · ${format.day(new Date(version.lastModified ?? ''))}`,
          })),
        ]}
        onChange={onChoose}
      />
    </div>
  );
}
