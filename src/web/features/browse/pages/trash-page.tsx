/** The trash of the whole repository or of one folder, from which documents are restored or deleted for good. */

import { useQuery } from '@tanstack/react-query';
import { Trash2 } from 'lucide';
import { useMemo } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { pageView } from '#web/api/document-by-id.ts';
import { documentByPath } from '#web/api/documents.ts';
import { useAwayReason } from '#web/api/use-connection.ts';
import { ask } from '#web/documents/changes/question.ts';
import type { Commands } from '#web/documents/commands/command.ts';
import type { CommandSubject } from '#web/documents/commands/command-definition.ts';
import { addedCommands, useDocumentCommands } from '#web/documents/commands/use-document-commands.ts';
import { ListPage } from '#web/documents/list/list-page.tsx';
import { useListState } from '#web/documents/list/use-list-state.ts';
import { PagePlace } from '#web/frame/page-place.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { paths } from '#web/paths.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';
import type { SortOrders } from '#web/ui/data-columns.ts';
import { useTrashCount } from '../navigation/place-counts.tsx';
import { EmptyList } from './empty-list.tsx';
import { trashSource } from './place-sources.ts';

const newestFirst: SortOrders = [{ columnId: 'dc:modified', direction: 'desc' }];
const bulk = { named: ['restore'], icons: ['delete'] };

export function TrashPage() {
  const { t } = useTranslation('changes');
  const { t: own } = useTranslation('browse');
  const away = useAwayReason();
  const list = useListState('trash', 'trash', newestFirst);
  const count = useTrashCount();
  const [values] = useSearchParams();
  const within = folderIn(values);
  const source = useMemo(() => trashSource(list.shape, within), [within, list.shape]);
  const folder = useQuery({ ...documentByPath(within ?? '/', pageView), enabled: within !== null });
  const name = folder.data?.title ?? within?.slice(within.lastIndexOf('/') + 1);
  const title = within === null ? t('trash.title') : t('trash.of', { name });
  return (
    <>
      <PagePlace title={title} breadcrumbOnly />
      <ListPage
        title={title}
        label={title}
        source={source}
        list={list}
        folder={null}
        commandsOf={useTrashCommands}
        bulk={bulk}
        movable={false}
        action={
          within !== null ? (
            <Link className={buttonClass({})} to={paths.trash.href()}>
              {t('trash.all')}
            </Link>
          ) : count === 0 ? null : (
            <Button
              variant="danger"
              icon={Trash2}
              disabledReason={away}
              onClick={() => ask({ kind: 'empty-trash', count })}
            >
              {t('emptyTrash.action')}
            </Button>
          )
        }
        empty={
          <EmptyList list={list} title={own('trash.empty')}>
            {own('trash.emptyText')}
          </EmptyList>
        }
      />
    </>
  );
}

/** The path in the parameter `in`; null for the root, which means the whole trash. */
function folderIn(values: URLSearchParams): string | null {
  const path = values.get('in');
  return path === null || path === '/' || !path.startsWith('/') ? null : path;
}

function useTrashCommands(subject: CommandSubject): Commands {
  return useDocumentCommands(subject, ['look', 'restore', 'delete', addedCommands]);
}
