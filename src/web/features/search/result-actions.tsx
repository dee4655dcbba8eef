/** Commands for all results at once: export as a table, edit properties, add to a collection, put in the trash. */
import { Download, Ellipsis, LibraryBig, ListChecks, Trash2 } from 'lucide';
import { Suspense, useState } from 'react';
import type { BulkSubject } from '#web/api/bulk.ts';
import { useAwayReason } from '#web/api/use-connection.ts';
import { useIsBulkRunning, useStartBulk } from '#web/documents/jobs/bulk-run.ts';
import { useFormat } from '#web/i18n/use-format.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { AwaitedDialog } from '#web/ui/awaited-dialog.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { lazyPart } from '#web/ui/lazy-part.ts';
import { MenuButton } from '#web/ui/menu-button.tsx';
import type { MenuEntry } from '#web/ui/menu-entries.ts';
import type { BulkStatusEntity } from '#wire/search.ts';

const EditFoundDialog = lazyPart(() =>
  import('#web/documents/jobs/edit-found-dialog.tsx').then((module) => ({ default: module.EditFoundDialog })),
);
const CollectFoundDialog = lazyPart(() =>
  import('#web/documents/jobs/collect-found-dialog.tsx').then((module) => ({
    default: module.CollectFoundDialog,
  })),
);

export interface ResultActionsProps {
  readonly subject: BulkSubject;
  /** The properties in the query's SELECT list; empty for the usual ones. */
  readonly properties: readonly string[];
  readonly count: number;
  /** True if there are more than `count`. */
  readonly more: boolean;
}

export function ResultActions({ subject, properties, count, more }: ResultActionsProps) {
  const { t } = useTranslation('changes');
  const format = useFormat();
  const start = useStartBulk();
  const running = useIsBulkRunning();
  const [question, setQuestion] = useState<'edit' | 'collect' | 'trash' | null>(null);
  const close = () => setQuestion(null);
  const number = more ? t('job.atLeast', { number: format.count(count) }) : format.count(count);
  const away = useAwayReason();
  const disabledReason = away ?? (running ? t('job.busy') : undefined);

  const exported = ({ total }: BulkStatusEntity) =>
    t('job.exported', { count: total, number: format.count(total) });
  const exportTable = () =>
    start(
      {
        subject,
        action: 'csvExport',
        parameters:
          properties.length === 0 ? { schemas: ['dublincore'] } : { xpaths: [...new Set(properties)] },
      },
      { doing: t('job.exporting'), done: exported },
    );
  const trash = () => {
    close();
    start(
      { subject, action: 'automation', parameters: { operationId: 'Document.Trash', parameters: {} } },
      {
        doing: t('job.trashing'),
        done: ({ total }) => t('job.trashed', { count: total, number: format.count(total) }),
      },
    );
  };
  const entries: readonly MenuEntry[] = [
    {
      id: 'edit',
      label: t('job.edit'),
      icon: ListChecks,
      disabledReason,
      onSelect: () => setQuestion('edit'),
    },
    {
      id: 'collect',
      label: t('job.collect'),
      icon: LibraryBig,
      disabledReason,
      onSelect: () => setQuestion('collect'),
    },
    { kind: 'separator' },
    {
      id: 'trash',
      label: t('job.trash'),
      icon: Trash2,
      danger: true,
      disabledReason,
      onSelect: () => setQuestion('trash'),
    },
  ];
  const dialogs = { subject, count, number, onClose: close };
  return (
    <>
      <IconButton
        icon={Download}
        label={t('job.export')}
        disabled={count === 0}
        disabledReason={disabledReason}
        onClick={exportTable}
      />
      <MenuButton
        variant="quiet"
        icon={Ellipsis}
        align="end"
        label={t('job.all', { count, number })}
        entries={entries}
        disabled={count === 0}
      />
      {question === 'trash' ? (
        <ConfirmDialog
          title={t('job.trashTitle', { count, number })}
          verb={t('job.trash')}
          pending={false}
          refusal={undefined}
          onConfirm={trash}
          onClose={close}
        >
          {t('job.trashText')}
        </ConfirmDialog>
      ) : null}
      <Suspense fallback={question === null ? null : <AwaitedDialog onClose={close} />}>
        {question === 'edit' ? <EditFoundDialog {...dialogs} /> : null}
        {question === 'collect' ? <CollectFoundDialog {...dialogs} /> : null}
      </Suspense>
    </>
  );
}
