// Finds which of the folders above a document its inherited entries come from, among the folders that this person may see.
import { useQueries } from '@tanstack/react-query';
import { type DocumentAccess, documentAccess } from '#web/api/access.ts';
import { breadcrumbOf } from '#web/api/document-context.ts';
import type { StoredDocument } from '#web/documents/stored-document.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import type { AceEntity } from '#wire/activity.ts';
import { inheritedEntries, type SourcesByEntry, sourcesOf } from './access-sources.ts';

export interface InheritedAccess {
  readonly sources: SourcesByEntry;
  /** The entries that are inherited, or would be if inheritance were not blocked; undefined until they are known. */
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
  // Only the root is above the first level.
  const top = above.at(-1)?.path ?? document.path ?? '/';
  const root = top.lastIndexOf('/') === 0 && top !== '/' ? { title: t('access.root'), path: '/' } : undefined;
  const rest = known.length === above.length ? root : undefined;
  const parent = answers[0]?.data?.acls.flatMap(({ aces }) => aces);
  const inherited = inheritedEntries(access?.acls ?? []);
  const offered = access?.inheritanceBlocked === true ? parent : inherited;
  return { sources: sourcesOf(offered ?? [], known, rest), offered };
}
