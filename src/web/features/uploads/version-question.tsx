/**
 * Asks what to do with a file dropped on a document, in a list or on its page: make it the next version, or a document beside
 * it.
 * Invariant: nothing is sent and no document changes before the person has answered.
 */
import { useRef, useState } from 'react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Select } from '#web/ui/select.tsx';
import { TextArea } from '#web/ui/text-area.tsx';
import { addDropped, type DropOnDocument, type UploadPlace } from './upload-requests.ts';
import css from './version-question.module.css';

interface VersionQuestionProps extends DropOnDocument {
  /** The folder of the list; null if the list is not a folder's. */
  readonly folder: UploadPlace | null;
  readonly onClose: () => void;
}

export function VersionQuestion({ dropped, document, folder, onClose }: VersionQuestionProps) {
  const { t } = useTranslation('uploads');
  const { t: ui } = useTranslation('ui');
  const { uid, title, parentRef } = document;
  const [version, setVersion] = useState<'none' | 'minor' | 'major'>('none');
  const [comment, setComment] = useState('');
  const edition = version === 'none' ? undefined : { version, comment: comment.trim() };
  const add = (target: UploadPlace) => {
    onClose();
    addDropped(target, dropped);
  };
  const affirm = useRef<HTMLButtonElement>(null);
  const isBeside = folder?.id === parentRef && folder.mayAdd;
  const name = dropped.entries[0]?.entry.name ?? dropped.files[0]?.name ?? '';
  return (
    <Dialog
      open
      title={t('dropVersion', { title })}
      description={t('onDocument.text', { name, title })}
      initialFocus={affirm}
      onClose={onClose}
      onSubmit={() => add({ id: uid, title, mayAdd: true, purpose: 'version', edition })}
      footer={
        <>
          <Button onClick={onClose}>{ui('cancel')}</Button>
          {isBeside ? (
            <Button title={folder.title} onClick={() => add(folder)}>
              <span className={css.beside}>{t('onDocument.beside', { title: folder.title })}</span>
            </Button>
          ) : null}
          <Button ref={affirm} type="submit" variant="primary">
            {t('onDocument.version')}
          </Button>
        </>
      }
    >
      <Select
        label={t('edition.label')}
        value={version}
        options={(['none', 'minor', 'major'] as const).map((value) => ({
          value,
          label: t(`edition.${value}`),
        }))}
        onChange={setVersion}
      />
      {edition === undefined ? null : (
        <TextArea label={t('edition.comment')} value={comment} onChange={setComment} />
      )}
    </Dialog>
  );
}
