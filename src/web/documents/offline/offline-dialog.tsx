/** Asks whether to keep a folder on this device: its size, the available space, and the space it may take. */
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { blobOf } from '#web/api/document-context.ts';
import { offlineFolders } from '#web/api/offline/offline-folders.ts';
import { documentsBelow } from '#web/api/offline/offline-server.ts';
import { addToast } from '#web/frame/toasts.ts';
import { useFormat } from '#web/i18n/use-format.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Note } from '#web/ui/note.tsx';
import { Select } from '#web/ui/select.tsx';
import type { DocumentEntity } from '#wire/document.ts';
import { FailureWords } from '../failure-words.tsx';
import { RefusalNote } from '../refusal-note.tsx';
import type { StoredDocument } from '../stored-document.ts';
import css from './offline.module.css';
import { useRoom } from './use-room.ts';

export interface OfflineDialogProps {
  readonly folder: StoredDocument;
  readonly onClose: () => void;
}

const limits = ['100', '500', '1000', '2000', '5000', '20000'] as const;
type Limit = (typeof limits)[number];
const bytesOf = (limit: Limit) => Number(limit) * 1_000_000;

interface Size {
  readonly documents: number;
  readonly bytes: number;
}

export function OfflineDialog({ folder, onClose }: OfflineDialogProps) {
  const { t } = useTranslation('offline');
  const { t: common } = useTranslation('ui');
  const format = useFormat();
  const [chosen, setChosen] = useState<Limit>();
  const [counted, setCounted] = useState(0);
  const room = useRoom();
  const { uid, title, path } = folder;
  const { data: size, error } = useQuery({
    queryKey: ['offline', 'size', uid],
    queryFn: async ({ signal }) =>
      sizeOf(await documentsBelow(uid, signal, (some) => setCounted(some.length))),
    staleTime: 0,
    gcTime: 0,
  });
  // The smallest limit that fits everything.
  const limit = chosen ?? limits.find((one) => bytesOf(one) >= (size?.bytes ?? 0)) ?? '20000';
  const add = useMutation({
    mutationFn: async () => {
      const { actions } = offlineFolders.getState();
      await actions?.add({ uid, title, path, limit: bytesOf(limit) });
      addToast({
        text: t('added', { name: title }),
        undo: () => void actions?.remove(uid),
      });
      onClose();
    },
  });
  const tooMuch = size !== undefined && room !== null && Math.min(size.bytes, bytesOf(limit)) > room.free;
  return (
    <Dialog
      open
      title={t('title', { name: title })}
      description={t('text')}
      onClose={onClose}
      onSubmit={() => add.mutate()}
      footer={
        <>
          <Button onClick={onClose}>{common('cancel')}</Button>
          <Button type="submit" variant="primary" loading={add.isPending} disabled={size === undefined}>
            {t('verb')}
          </Button>
        </>
      }
    >
      {error === null ? null : (
        <Note kind="bad">
          <FailureWords error={error} />
        </Note>
      )}
      {add.error === null ? null : <RefusalNote error={add.error} />}
      <p className={css.size} role="status">
        {size === undefined
          ? t('counting', { count: counted, number: format.count(counted) })
          : t('size', {
              count: size.documents,
              number: format.count(size.documents),
              size: format.size(size.bytes),
            })}{' '}
        {room === null ? null : t('free', { size: format.size(room.free) })}
      </p>
      <Select
        label={t('limit')}
        value={limit}
        options={limits.map((one) => ({ value: one, label: format.size(bytesOf(one)) }))}
        onChange={setChosen}
      />
      {size !== undefined && size.bytes > bytesOf(limit) ? <Note kind="warn">{t('over')}</Note> : null}
      {tooMuch ? <Note kind="warn">{t('tooMuch')}</Note> : null}
      <p className={css.hint}>{t('where')}</p>
    </Dialog>
  );
}

function sizeOf(documents: readonly DocumentEntity[]): Size {
  const sizes = documents.map((document) => Number(blobOf(document)?.length ?? 0));
  return { documents: documents.length, bytes: sizes.reduce((sum, bytes) => sum + bytes, 0) };
}
