/** Takes the place of "New" in a folder to which the reader may add nothing; says who can grant the right. */
import { Eye } from 'lucide';
import type { StoredDocument } from '#web/documents/stored-document.ts';
import { useRightGivers } from '#web/documents/use-right-givers.ts';
import { addToast } from '#web/frame/toasts.ts';
import { useFormat } from '#web/i18n/use-format.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button } from '#web/ui/button.tsx';

export function ReadOnlyNote({ folder }: { readonly folder: StoredDocument }) {
  const { t } = useTranslation('browse');
  const format = useFormat();
  const givers = useRightGivers(folder.uid, true);
  const reason =
    givers.length === 0 ? t('readOnly.reason') : t('readOnly.reasonBy', { names: format.list(givers) });
  return (
    // A pointer shows the reason as a tooltip; without one, a press shows it as a toast.
    <Button variant="quiet" icon={Eye} data-tip={reason} onClick={() => void addToast({ text: reason })}>
      {t('readOnly.label')}
    </Button>
  );
}
