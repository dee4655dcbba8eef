/** The buttons to export a vocabulary's terms as a CSV file, and to import one. */
import { FileSpreadsheet } from 'lucide';
import { Suspense, useState } from 'react';
import { saveFile } from '#web/api/blobs.ts';
import { storedEntries } from '#web/api/directories.ts';
import { useAwayReason } from '#web/api/use-connection.ts';
import { addToast } from '#web/frame/toasts.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { AwaitedDialog } from '#web/ui/awaited-dialog.tsx';
import { lazyPart } from '#web/ui/lazy-part.ts';
import { MenuButton } from '#web/ui/menu-button.tsx';
import type { DirectoryEntity } from '#wire/directory.ts';

const TermsFileDialog = lazyPart(() =>
  import('./terms-file-dialog.tsx').then((module) => ({ default: module.TermsFileDialog })),
);

export interface TermsFileProps {
  readonly directory: DirectoryEntity;
  readonly label: string;
  readonly editable: boolean;
}

export function TermsFile({ directory: { name }, label, editable }: TermsFileProps) {
  const { t } = useTranslation('directories');
  const disabledReason = useAwayReason();
  const [bringing, setBringing] = useState(false);
  const save = async () => {
    try {
      // Loaded only now, since the CSV parser comes with it.
      const [{ csvOf }, { entries }] = await Promise.all([import('./terms-csv.ts'), storedEntries(name)]);
      saveFile(new Blob([csvOf(entries)], { type: 'text/csv' }), `${name}.csv`);
    } catch (error) {
      addToast({
        kind: 'bad',
        text: t('failed', { reason: error instanceof Error ? error.message : String(error) }),
      });
    }
  };
  return (
    <>
      <MenuButton
        label={t('file.menu')}
        icon={FileSpreadsheet}
        entries={[
          { id: 'save', label: t('file.save'), disabledReason, onSelect: () => void save() },
          ...(editable ? [{ id: 'bring', label: t('file.bring'), onSelect: () => setBringing(true) }] : []),
        ]}
      />
      {bringing ? (
        <Suspense fallback={<AwaitedDialog onClose={() => setBringing(false)} />}>
          <TermsFileDialog directory={name} label={label} onClose={() => setBringing(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
