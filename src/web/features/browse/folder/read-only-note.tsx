/** Stands where "New" would, in a folder that one may read but not add to; says who can give the right. */
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
    // A tooltip for a pointer; a press says it where there is none.
    <Button variant="quiet" icon={Eye} data-tip={reason} onClick={() => void addToast({ text: reason })}>
      {t('readOnly.label')}
    </Button>
  );
}
