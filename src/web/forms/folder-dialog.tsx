// The tree of folders in a dialog, to choose one. Each level is requested when it is opened.
import { useQueries, useQuery } from '@tanstack/react-query';
import { Folder } from 'lucide';
import { useState } from 'react';
import { childrenPage, treeView } from '#web/api/children.ts';
import { hasFolderishChild } from '#web/api/document-details.ts';
import { documentByPath } from '#web/api/documents.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Note } from '#web/ui/note.tsx';
import { Tree } from '#web/ui/tree.tsx';
import type { TreeChildren } from '#web/ui/tree-rows.ts';
import type { DocumentEntity } from '#wire/document.ts';
import css from './forms.module.css';

export interface FolderDialogProps {
  readonly title: string;
  /** Label of the confirming button; "Choose" by default. */
  readonly verb?: string;
  readonly onChoose: (folder: DocumentEntity) => void;
  readonly onClose: () => void;
}

interface FolderNode {
  readonly id: string;
  readonly label: string;
  readonly hasChildren: boolean;
  readonly document: DocumentEntity;
}

/** Folders shown in one level; more than this are found by typing. */
const most = 500;

export function FolderDialog({ title, verb, onChoose, onClose }: FolderDialogProps) {
  const { t } = useTranslation('forms');
  const root = useQuery(documentByPath('/', treeView));
  const [changed, setChanged] = useState<ReadonlySet<string> | null>(null);
  const [chosen, setChosen] = useState<FolderNode | null>(null);
  const rootId = root.data?.uid ?? null;
  // The first level is open until the user closes it.
  const expanded = changed ?? new Set(rootId === null ? [] : [rootId]);
  const open = [...expanded];
  const levels = useQueries({
    queries: open.map((parentId) =>
      childrenPage({ parentId, which: 'folders', pageSize: most, view: treeView }),
    ),
  });
  const childrenOf = (node: FolderNode): TreeChildren<FolderNode> => {
    const level = levels[open.indexOf(node.id)];
    if (level?.data !== undefined) return { status: 'ready', nodes: level.data.entries.map(nodeOf) };
    return level?.error ? { status: 'failed', reason: level.error.message } : { status: 'loading' };
  };
  return (
    <Dialog
      open
      title={title}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button
            variant="primary"
            disabled={chosen === null}
            onClick={() => chosen !== null && onChoose(chosen.document)}
          >
            {verb ?? t('document.choose')}
          </Button>
        </>
      }
    >
      {root.error === null ? null : (
        <Note kind="bad" onRetry={() => void root.refetch()}>
          {root.error.message}
        </Note>
      )}
      <div className={css.tree}>
        <Tree
          label={title}
          roots={root.data === undefined ? [] : [rootNode(root.data, t('document.root'))]}
          childrenOf={childrenOf}
          expanded={expanded}
          onExpand={({ id }, on) =>
            setChanged(new Set(on ? [...open, id] : open.filter((one) => one !== id)))
          }
          onRetry={({ id }) => void levels[open.indexOf(id)]?.refetch()}
          current={chosen?.id}
          onChoose={setChosen}
          icon={() => <Icon icon={Folder} />}
        />
      </div>
    </Dialog>
  );
}

function nodeOf(document: DocumentEntity): FolderNode {
  return {
    id: document.uid ?? '',
    label: document.title,
    hasChildren: hasFolderishChild(document),
    document,
  };
}

function rootNode(document: DocumentEntity, label: string): FolderNode {
  return { ...nodeOf(document), label: document.title || label, hasChildren: true };
}
