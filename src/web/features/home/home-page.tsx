/**
 * The start page: last visited folders, tasks, recent work, and what others changed. Each part has its own request and its
 * own error; a part with nothing to show says so in one line.
 */

import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { failureBeside } from '#web/api/api-error.ts';
import { propertyOf } from '#web/api/document-context.ts';
import { rowView } from '#web/api/documents.ts';
import { isDocument } from '#web/api/guards.ts';
import { me } from '#web/api/me.ts';
import { nxqlSearch } from '#web/api/search.ts';
import { tasks } from '#web/api/tasks.ts';
import { glyphOf, shownName } from '#web/documents/kind-word.ts';
import { addressOf } from '#web/documents/open-document.ts';
import { usePlaceName } from '#web/documents/own-workspace.ts';
import { personOf } from '#web/documents/person-of.ts';
import { isStored, type StoredDocument } from '#web/documents/stored-document.ts';
import { Thumbnail } from '#web/documents/thumbnail.tsx';
import { VersionLabel } from '#web/documents/version-mark.tsx';
import { useVisited } from '#web/documents/visited.ts';
import { PagePlace } from '#web/frame/page-place.tsx';
import { useFormat } from '#web/i18n/use-format.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { withVisibleControls } from '#web/i18n/visible-controls.ts';
import { paths } from '#web/paths.ts';
import { FileGlyph } from '#web/ui/file-glyph.tsx';
import type { FileKind } from '#web/ui/file-kind.ts';
import { MiddleTruncate } from '#web/ui/middle-truncate.tsx';
import { Note } from '#web/ui/note.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx';
import css from './home-page.module.css';

const listed =
  "ecm:isVersion = 0 AND ecm:isProxy = 0 AND ecm:isTrashed = 0 AND ecm:mixinType != 'HiddenInNavigation'";
const files = "ecm:mixinType != 'Folderish' AND ecm:primaryType != 'Favorites'";
const mine = `SELECT * FROM Document WHERE dc:contributors/* = ? AND ${files} AND ${listed} ORDER BY dc:modified DESC`;
const others = `SELECT * FROM Document WHERE dc:lastContributor <> ? AND ${files} AND ${listed} ORDER BY dc:modified DESC`;
const workspaces = `SELECT * FROM Workspace WHERE ${listed} ORDER BY dc:modified DESC`;
const view = { ...rowView, fetch: { document: ['dc:lastContributor'] } };
/** A name of its own, so that the lists are kept for the next visit. */
const place = 'home';
const shownPlaces = 6;
const pageSize = 8;

export function HomePage() {
  const { t } = useTranslation('home');
  const login = useQuery(me()).data?.id;
  return (
    <div className={css.page}>
      <PagePlace title={t('title')} />
      <VisuallyHidden as="h1" on="phone" className={css.title}>
        {t('title')}
      </VisuallyHidden>
      <Places />
      <div className={css.parts}>
        <Tasks login={login} />
        <Documents name="mine" query={mine} login={login} more={paths.recent.href()} />
        <Documents name="others" query={others} login={login} />
      </div>
    </div>
  );
}

/** The last visited folders; while these are few, also the workspaces this person may open, as a start for new users. */
function Places() {
  const { t } = useTranslation('home');
  const visited = useVisited().slice(0, shownPlaces);
  const open = useQuery({
    ...nxqlSearch(workspaces, { place, pageSize: shownPlaces, maxResults: 1, view: rowView }),
    enabled: visited.length < shownPlaces,
  });
  const known = new Set(visited.map(({ to }) => to));
  const found = (open.data?.entries ?? [])
    .filter(isStored)
    .map((document) => ({ to: addressOf(document), title: document.title, kind: glyphOf(document) }))
    .filter(({ to }) => !known.has(to));
  const nowhere = visited.length === 0 && found.length === 0 && !open.isFetching;
  return (
    <>
      {visited.length === 0 ? null : (
        <Part name="last" error={null}>
          <PlaceList
            places={visited.map(({ folder, kind = folder ? 'folder' : 'text', ...visit }) => ({
              ...visit,
              kind,
            }))}
          />
        </Part>
      )}
      {visited.length > 0 && (visited.length === shownPlaces || found.length === 0) ? null : (
        <Part name="workspaces" error={failureBeside(open)} onRetry={open.refetch}>
          {nowhere ? (
            <p className={css.nothing}>
              <Link to={paths.browse.href('/')}>{t('browse')}</Link>
            </p>
          ) : (
            <PlaceList places={found} />
          )}
        </Part>
      )}
    </>
  );
}

interface Place {
  readonly to: string;
  readonly title: string;
  readonly kind: FileKind;
  readonly version?: string;
}

function PlaceList({ places }: { readonly places: readonly Place[] }) {
  const { t } = useTranslation('home');
  const nameOf = usePlaceName();
  return (
    <ul className={css.places}>
      {places.map((place) => (
        <li key={place.to}>
          <Link className={css.place} to={place.to}>
            <FileGlyph kind={place.kind} size={20} />
            <bdi>{place.title === '' ? t('everything') : withVisibleControls(nameOf(place))}</bdi>
            {place.version === undefined ? null : <VersionLabel label={place.version} />}
          </Link>
        </li>
      ))}
    </ul>
  );
}

function Tasks({ login }: { readonly login: string | undefined }) {
  const { t } = useTranslation('home');
  const format = useFormat();
  const { refetch, ...answer } = useQuery({
    ...tasks({ userId: login, pageSize: 5 }),
    enabled: login !== undefined,
  });
  const { data } = answer;
  return (
    <Part name="tasks" more={paths.tasks.href()} error={failureBeside(answer)} onRetry={refetch}>
      {data === undefined ? <Waiting /> : null}
      {data?.entries.length === 0 ? <p className={css.nothing}>{t('tasks.none')}</p> : null}
      <ul>
        {data?.entries.map(({ id, dueDate, targetDocumentIds: [target] }) => (
          <li key={id}>
            <Link className={css.row} to={paths.tasks.href(id)}>
              <FileGlyph kind="text" size={20} />
              <Name text={isDocument(target) ? withVisibleControls(target.title) : t('tasks.one')} />
              <span className={css.fact}>
                {dueDate === null ? null : t('tasks.due', { day: format.day(new Date(dueDate)) })}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </Part>
  );
}

interface DocumentsProps {
  readonly name: 'mine' | 'others';
  readonly query: string;
  readonly login: string | undefined;
  readonly more?: string;
}

function Documents({ name, query, login, more }: DocumentsProps) {
  const { t } = useTranslation('home');
  const { refetch, ...answer } = useQuery({
    ...nxqlSearch(query, { place, params: [login ?? ''], pageSize, maxResults: 1, view }),
    enabled: login !== undefined,
  });
  const { data } = answer;
  const documents = (data?.entries ?? []).filter(isStored);
  return (
    <Part name={name} more={more} error={failureBeside(answer)} onRetry={refetch}>
      {data === undefined ? <Waiting /> : null}
      {data !== undefined && documents.length === 0 ? (
        <p className={css.nothing}>{t(`${name}.none`)}</p>
      ) : null}
      <ul>
        {documents.map((document) => (
          <li key={document.uid}>
            <DocumentRow document={document} withPerson={name === 'others'} />
          </li>
        ))}
      </ul>
    </Part>
  );
}

function DocumentRow({
  document,
  withPerson,
}: {
  readonly document: StoredDocument;
  readonly withPerson: boolean;
}) {
  const format = useFormat();
  const modified = propertyOf(document, 'dc:modified');
  const who = withPerson ? personOf(propertyOf(document, 'dc:lastContributor')) : null;
  return (
    <Link className={css.row} to={addressOf(document)}>
      <span className={css.picture}>
        <Thumbnail document={document} glyphSize={20} />
      </span>
      <Name text={shownName(document)} />
      <span className={css.fact}>
        {who === null ? null : <bdi>{who.name}</bdi>}
        {typeof modified === 'string' ? <span>{format.day(new Date(modified))}</span> : null}
      </span>
    </Link>
  );
}

/** Truncated in the middle if there is little room; screen readers get the whole name, not its two parts. */
function Name({ text }: { readonly text: string }) {
  return (
    <span className={css.name}>
      <span className={css.cut} aria-hidden="true">
        <MiddleTruncate name={text} />
      </span>
      <VisuallyHidden>{text}</VisuallyHidden>
    </span>
  );
}

interface PartProps {
  readonly name: 'last' | 'workspaces' | 'tasks' | 'mine' | 'others';
  readonly more?: string;
  readonly error: Error | null;
  readonly onRetry?: () => unknown;
  readonly children: ReactNode;
}

function Part({ name, more, error, onRetry, children }: PartProps) {
  const { t } = useTranslation('home');
  const title = t(`${name}.title`);
  return (
    <section className={css.part} aria-label={title}>
      <header className={css.head}>
        <h2>{title}</h2>
        {more === undefined ? null : (
          <Link className={css.more} to={more} aria-label={t('allOf', { title })}>
            {t('all')}
          </Link>
        )}
      </header>
      {error === null ? null : (
        <Note kind="bad" onRetry={() => void onRetry?.()}>
          {error.message}
        </Note>
      )}
      {children}
    </section>
  );
}

function Waiting() {
  return (
    <div className={css.waiting} aria-busy="true">
      {['80%', '65%', '72%'].map((width) => (
        <Skeleton key={width} width={width} />
      ))}
    </div>
  );
}
