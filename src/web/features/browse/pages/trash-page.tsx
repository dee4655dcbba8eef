/** What was put in the trash: back to where it was, or deleted for good. */
import { Trash2 } from 'lucide-react';
import { useMemo } from 'react';
import { ask } from '#web/documents/changes/question.ts';
import type { Commands } from '#web/documents/commands/command.ts';
import type { CommandSubject } from '#web/documents/commands/definitions.ts';
import { useDocumentCommands } from '#web/documents/commands/use-document-commands.ts';
import { ListPage } from '#web/documents/list/list-page.tsx';
import { useListState } from '#web/documents/list/use-list-state.ts';
import { useNavCounts } from '#web/frame/nav-counts.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button } from '#web/ui/button.tsx';
import type { SortOrders } from '#web/ui/data-columns.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { trashSource } from './place-sources.ts';

const newestFirst: SortOrders = [{ columnId: 'dc:modified', direction: 'desc' }];
const bulk = { named: ['restore'], icons: ['delete'] };

export function TrashPage() {
  const { t } = useTranslation('changes');
  const { t: own } = useTranslation('browse');
  const list = useListState('trash', 'trash', newestFirst);
  const count = useNavCounts((counts) => counts.trash?.count ?? 0);
  const source = useMemo(() => trashSource(list.shape), [list.shape]);
  return (
    <ListPage
      title={t('trash.title')}
      label={t('trash.title')}
      source={source}
      list={list}
      place={null}
      commandsOf={useTrashCommands}
      bulk={bulk}
      movable={false}
      action={
        count === 0 ? null : (
          <Button look="danger" icon={Trash2} onClick={() => ask({ kind: 'empty-trash', count })}>
            {t('emptyTrash.action')}
          </Button>
        )
      }
      empty={<EmptyState title={own('trash.empty')}>{own('trash.emptyText')}</EmptyState>}
    />
  );
}

function useTrashCommands(subject: CommandSubject): Commands {
  return useDocumentCommands(subject, ['look', 'restore', 'delete']);
}
