/** Gives copies beside their originals names of their own: "Plan (copy).pdf", "Plan (copy 2).pdf". */

import type { QueryClient } from '@tanstack/react-query';
import { renameDocument } from '#web/api/document-changes.ts';
import { nxqlSearch } from '#web/api/search.ts';
import type { Translate } from '#web/i18n/texts.ts';
import { extensionOf } from '#web/ui/cut-name.ts';
import type { DocumentEntity } from '#wire/document.ts';

/** Names to try; nobody makes more copies of one document. */
const most = 40;

const inFolder = 'SELECT * FROM Document WHERE ecm:parentId = ? AND ecm:isTrashed = 0 AND ecm:isVersion = 0';

export function namesOfCopies(title: string, t: Translate): readonly string[] {
  const extension = extensionOf(title);
  const stem = title.slice(0, title.length - extension.length);
  return Array.from({ length: most }, (_, index) => {
    const mark = index === 0 ? t('copy.mark') : t('copy.nthMark', { nth: index + 1 });
    return `${stem} ${mark}${extension}`;
  });
}

/** One after the other: of two copies of one name, the second must see the first's new name. */
export async function nameCopies(
  client: QueryClient,
  copies: readonly DocumentEntity[],
  folder: string,
  t: Translate,
): Promise<void> {
  for (const document of copies) {
    const names = namesOfCopies(document.title, t);
    const marks = names.map(() => '?').join(', ');
    const query = `${inFolder} AND dc:title IN (${marks})`;
    const search = nxqlSearch(query, { params: [folder, ...names], pageSize: most });
    const { entries } = await client.fetchQuery({ ...search, staleTime: 0 });
    const taken = new Set(entries.map(({ title }) => title));
    const title = names.find((name) => !taken.has(name));
    if (title === undefined) continue;
    await client.getMutationCache().build(client, renameDocument()).execute({ document, title });
  }
}
