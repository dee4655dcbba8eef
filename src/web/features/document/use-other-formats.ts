// The "Download as …" menu of a document: each entry fetches the file in that format, and shows progress while the server
// makes it.
import { useQueryClient } from '@tanstack/react-query';
import { conversionAddress, renditionAddress, saveFile } from '#web/api/blobs.ts';
import { blobOf } from '#web/api/document-context.ts';
import { renditionsOf } from '#web/api/document-details.ts';
import { fileContent } from '#web/api/file-content.ts';
import { useAwayReason } from '#web/api/use-connection.ts';
import { savedName } from '#web/documents/saved-name.ts';
import type { StoredDocument } from '#web/documents/stored-document.ts';
import { startWork } from '#web/frame/running-work.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { extensionOf } from '#web/ui/cut-name.ts';
import type { MenuEntry } from '#web/ui/menu-entries.ts';
import { formatsOf, type OtherFormat } from './other-formats.ts';

export function useOtherFormats(document: StoredDocument): readonly MenuEntry[] {
  const { t } = useTranslation('document');
  const client = useQueryClient();
  const disabledReason = useAwayReason();
  const { uid, title, changeToken } = document;
  const blob = blobOf(document);
  const name = blob === null ? title : savedName(document, blob);
  const stem = name.slice(0, name.length - extensionOf(name).length);

  const save = async ({ id, kind, ending }: OtherFormat) => {
    const address =
      kind === 'rendition'
        ? renditionAddress(uid, id, changeToken)
        : conversionAddress(uid, { type: id }, 'file:content', changeToken);
    const making = startWork(t('formats.making', { name: labelOf(id) }), null);
    try {
      const bytes = await client.fetchQuery({ ...fileContent(address), gcTime: 0 });
      saveFile(bytes, `${stem}${ending}`);
      making.end();
    } catch (error) {
      const reason = error instanceof Error ? error.message : '';
      making.end({ text: t('formats.failed', { name: labelOf(id), reason }) });
    }
  };
  const labelOf = (id: string) => t(`formats.${id.replaceAll('.', '-')}`, { defaultValue: id });
  return formatsOf(
    blob?.['mime-type'] ?? null,
    renditionsOf(document).map((rendition) => rendition.name),
  ).map((format) => ({
    id: format.id,
    label: labelOf(format.id),
    disabledReason,
    onSelect: () => void save(format),
  }));
}
