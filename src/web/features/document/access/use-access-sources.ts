// Which of the folders above give the rights that come down to a document, as far as they may be seen.
import { useQueries } from '@tanstack/react-query';
import { type DocumentAccess, documentAccess } from '#web/api/access.ts';
import { breadcrumbOf } from '#web/api/document-context.ts';
import type { StoredDocument } from '#web/documents/stored-document.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import type { AceEntity } from '#wire/activity.ts';
import { inheritedEntries, type SourcesByEntry, sourcesOf } from './access-sources.ts';

export interface InheritedAccess {
  readonly sources: SourcesByEntry;
  /** What comes down, or would if it were not blocked; undefined until it is known. */
  readonly offered: readonly AceEntity[] | undefined;
}

export function useAccessSources(
  document: StoredDocument,
  access: DocumentAccess | undefined,
): InheritedAccess {
  const { t } = useTranslation('document');
  const above = breadcrumbOf(document)
    .filter(({ uid }) => uid !== document.uid)
    .flatMap(({ uid, title, path }) => (uid === null || path === null ? [] : [{ uid, title, path }]))
    .toReversed();
  const answers = useQueries({ queries: above.map(({ uid }) => documentAccess(uid)) });
  const known = above.flatMap((source, index) => {
    const acls = answers[index]?.data?.acls;
    return acls === undefined ? [] : [{ source, acls }];
  });
  // Above the first level there is the root alone.
  const top = above.at(-1)?.path ?? document.path ?? '/';
  const root = top.lastIndexOf('/') === 0 && top !== '/' ? { title: t('access.root'), path: '/' } : undefined;
  const rest = known.length === above.length ? root : undefined;
  const parent = answers[0]?.data?.acls.flatMap(({ aces }) => aces);
  const inherited = inheritedEntries(access?.acls ?? []);
  const offered = access?.inheritanceBlocked === true ? parent : inherited;
  return { sources: sourcesOf(offered ?? [], known, rest), offered };
}
