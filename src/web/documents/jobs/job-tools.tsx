/**
 * The commands for every row of a list, however many there are, except excluded ones: each is one job of the server, with
 * progress and a stop button. The rows are never loaded for it.
 */
import {
  Copy,
  FileSpreadsheet,
  FolderInput,
  LibraryBig,
  ListChecks,
  RotateCcw,
  Tag,
  Trash2,
  UserPlus,
} from 'lucide';
import { Suspense, useState } from 'react';
import type { BulkSubject } from '#web/api/bulk.ts';
import { useAwayReason } from '#web/api/use-connection.ts';
import { useCommands } from '#web/frame/commands.ts';
import { useFormat } from '#web/i18n/use-format.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { AwaitedDialog } from '#web/ui/awaited-dialog.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { ContextMenu } from '#web/ui/context-menu.tsx';
import { lazyPart } from '#web/ui/lazy-part.ts';
import type { JsonObject } from '#wire/json.ts';
import { type Commands, type DocumentCommand, menuOf } from '../commands/command.ts';
import { trashKey } from '../commands/definitions.ts';
import { BulkBar } from '../selection/bulk-bar.tsx';
import type { SelectionToolsProps, WholeList } from '../selection/selection-tools.tsx';
import { useIsBulkRunning, useStartBulk } from './bulk-run.ts';

const EditFoundDialog = lazyPart(() =>
  import('./edit-found-dialog.tsx').then((module) => ({ default: module.EditFoundDialog })),
);
const CollectFoundDialog = lazyPart(() =>
  import('./collect-found-dialog.tsx').then((module) => ({ default: module.CollectFoundDialog })),
);
const TagFoundDialog = lazyPart(() =>
  import('./tag-found-dialog.tsx').then((module) => ({ default: module.TagFoundDialog })),
);
const RightsFoundDialog = lazyPart(() =>
  import('./rights-found-dialog.tsx').then((module) => ({ default: module.RightsFoundDialog })),
);
const PlacePicker = lazyPart(() =>
  import('../changes/place-picker.tsx').then((module) => ({ default: module.PlacePicker })),
);

export interface JobToolsProps extends SelectionToolsProps {
  readonly whole: WholeList;
  readonly except: ReadonlySet<string>;
}

type Question = 'edit' | 'collect' | 'tag' | 'rights' | 'move' | 'copy' | 'trash' | 'delete';
type Work = 'move' | 'copy' | 'trash' | 'delete' | 'restore';

const bar = { named: ['edit', 'tag', 'move', 'export', 'restore'], icons: ['trash', 'delete'] };

export function JobTools({ choice, whole, except, everything, menuAt, onMenu }: JobToolsProps) {
  const { t } = useTranslation('changes');
  const { t: own } = useTranslation('documents');
  const format = useFormat();
  const start = useStartBulk();
  const running = useIsBulkRunning();
  const away = useAwayReason();
  const [question, setQuestion] = useState<Question | null>(null);
  const close = () => setQuestion(null);
  const { count } = choice;
  const number = format.count(count);
  const words = { count, number, name: '' };
  const subject = subjectOf(whole, except);

  const runOperation = (work: Work, operationId: string, params: JsonObject = {}, target = '') => {
    close();
    choice.clear();
    start(
      { subject, action: 'automation', parameters: { operationId, parameters: params } },
      {
        doing: t(`${work}.doing`, { ...words, target }),
        done: ({ total }) =>
          t(`${work}.done`, { count: total, number: format.count(total), name: '', target }),
      },
    );
  };
  const exportTable = () =>
    start(
      { subject, action: 'csvExport', parameters: { schemas: ['dublincore'] } },
      { doing: t('job.exporting'), done: () => t('job.exported', { count, number }) },
    );

  const disabledReason = away ?? (running ? t('job.busy') : undefined);
  const command = (one: Omit<DocumentCommand, 'group' | 'run'>, run: () => void): DocumentCommand => ({
    ...one,
    group: own('keys'),
    disabledReason,
    run,
  });
  const asking = (what: Question) => () => setQuestion(what);
  const changing: Commands = [
    [
      command({ id: 'edit', icon: ListChecks, label: t('editProperties') }, asking('edit')),
      command({ id: 'tag', icon: Tag, label: t('tags.action'), keys: 'T' }, asking('tag')),
      command({ id: 'move', icon: FolderInput, label: t('move.action'), keys: 'M' }, asking('move')),
      command({ id: 'copyTo', icon: Copy, label: t('copy.action') }, asking('copy')),
      command({ id: 'collect', icon: LibraryBig, label: t('collections.add') }, asking('collect')),
      command({ id: 'access', icon: UserPlus, label: t('access') }, asking('rights')),
      command({ id: 'export', icon: FileSpreadsheet, label: t('job.export') }, exportTable),
    ],
    [
      command(
        {
          id: 'trash',
          icon: Trash2,
          label: t('trash.action'),
          short: t('trash.title'),
          keys: trashKey,
          danger: true,
        },
        asking('trash'),
      ),
    ],
  ];
  const inTrash: Commands = [
    [
      command({ id: 'restore', icon: RotateCcw, label: t('restore.action') }, () =>
        runOperation('restore', 'Document.Untrash'),
      ),
      command(
        {
          id: 'delete',
          icon: Trash2,
          label: t('delete.action'),
          keys: `shift+${trashKey}`,
          danger: true,
        },
        asking('delete'),
      ),
    ],
  ];
  const commands = whole.isTrash ? inTrash : changing;
  useCommands(commands.flat());
  const dialogs = { subject, count, number, onClose: close };
  return (
    <>
      <BulkBar choice={choice} commands={commands} {...bar} everything={everything} />
      <ContextMenu
        at={menuAt}
        onClose={() => onMenu(null)}
        label={t('menu', { count })}
        entries={() => menuOf(commands)}
      />
      {question === 'trash' || question === 'delete' ? (
        <ConfirmDialog
          title={t(`job.${question}Title`, { count, number })}
          verb={t(question === 'trash' ? 'trash.action' : 'delete.verb')}
          pending={false}
          refusal={undefined}
          onConfirm={() =>
            runOperation(question, question === 'trash' ? 'Document.Trash' : 'Document.Delete')
          }
          onClose={close}
        >
          {t(question === 'trash' ? 'job.trashText' : 'delete.text')}
        </ConfirmDialog>
      ) : null}
      <Suspense fallback={question === null ? null : <AwaitedDialog onClose={close} />}>
        {question === 'edit' ? <EditFoundDialog {...dialogs} /> : null}
        {question === 'collect' ? <CollectFoundDialog {...dialogs} /> : null}
        {question === 'tag' ? <TagFoundDialog {...dialogs} /> : null}
        {question === 'rights' ? <RightsFoundDialog {...dialogs} /> : null}
        {question === 'move' || question === 'copy' ? (
          <PlacePicker
            verb={question}
            documents={[]}
            whole={{ count, path: whole.path }}
            onPick={({ uid, title }) =>
              runOperation(
                question,
                question === 'move' ? 'Document.Move' : 'Document.Copy',
                { target: uid },
                title,
              )
            }
            onClose={close}
          />
        ) : null}
      </Suspense>
    </>
  );
}

function subjectOf({ query, params }: WholeList, except: ReadonlySet<string>): BulkSubject {
  if (except.size === 0) return { kind: 'query', query, params };
  const others = [...except];
  return {
    kind: 'query',
    query: `${query} AND ecm:uuid NOT IN (${others.map(() => '?').join(', ')})`,
    params: [...params, ...others],
  };
}
