/** Asks before documents are deleted permanently: which ones, and that this cannot be undone. */
import { trashedDocuments } from '#web/api/trashed-documents.ts';
import { useFormat } from '#web/i18n/use-format.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { isStored, parentPath, type StoredDocument } from '../stored-document.ts';
import { useChanges } from './use-changes.ts';

interface DeleteQuestionProps {
  readonly documents: readonly StoredDocument[];
  /** Called before they are deleted: a page that shows one of them must not request it again. */
  readonly onConfirmed?: (() => void) | undefined;
  readonly onClose: () => void;
}

export function DeleteQuestion({ documents, onConfirmed, onClose }: DeleteQuestionProps) {
  const { t } = useTranslation('changes');
  const format = useFormat();
  const changes = useChanges();
  const count = documents.length;
  return (
    <Confirmation
      title={t('delete.title', { count, number: format.count(count), name: documents[0]?.title ?? '' })}
      text={t('delete.text', { count })}
      verb={t('delete.verb')}
      onClose={onClose}
      run={() => {
        onConfirmed?.();
        return changes.remove(documents);
      }}
    />
  );
}

/** The topmost trashed documents: those inside a trashed folder are deleted with it. */
async function trashed(): Promise<readonly StoredDocument[]> {
  const found = (await trashedDocuments()).filter(isStored);
  const paths = new Set(found.map(({ path }) => path));
  const isInside = (path: string): boolean =>
    path !== '/' && (paths.has(parentPath(path)) || isInside(parentPath(path)));
  return found.filter(({ path }) => !isInside(path));
}

interface EmptyTrashQuestionProps extends Omit<DeleteQuestionProps, 'documents' | 'onConfirmed'> {
  readonly count: number;
}

export function EmptyTrashQuestion({ count, onClose }: EmptyTrashQuestionProps) {
  const { t } = useTranslation('changes');
  const format = useFormat();
  const changes = useChanges();
  return (
    <Confirmation
      title={t('emptyTrash.title', { count, number: format.count(count) })}
      text={t('delete.text', { count })}
      verb={t('emptyTrash.action')}
      onClose={onClose}
      run={() => changes.emptyTrash(trashed)}
    />
  );
}

interface ConfirmationProps {
  readonly title: string;
  readonly text: string;
  readonly verb: string;
  readonly onClose: () => void;
  readonly run: () => Promise<boolean>;
}

function Confirmation({ title, text, verb, onClose, run }: ConfirmationProps) {
  const { t } = useTranslation('ui');
  const confirm = () => {
    onClose();
    void run();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      size="small"
      title={title}
      description={text}
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button variant="danger-fill" onClick={confirm}>
            {verb}
          </Button>
        </>
      }
    />
  );
}
