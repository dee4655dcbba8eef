/** Folders as the nodes of a tree: that of the navigation, and that of the destination dialog. */
import { type QueryClient, useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { failureBeside, hasStatus } from '#web/api/api-error.ts';
import { childrenPage } from '#web/api/children.ts';
import { hasFolderishChild } from '#web/api/document-details.ts';
import { type DocumentView, documentByPath } from '#web/api/documents.ts';
import { topFolders } from '#web/api/top-folders.ts';
import type { TreeChildren, TreeNode } from '#web/ui/tree-rows.ts';
import { isStored, type StoredDocument } from '../stored-document.ts';

export interface FolderNode extends TreeNode {
  readonly folder: StoredDocument;
}

export const nodeView: DocumentView = {
  enrichers: { document: ['hasFolderishChild', 'permissions', 'quota'] },
};
/** Children shown of one folder; the others can be found in its list. */
const mostChildren = 500;

function nodeOf(folder: StoredDocument): FolderNode {
  return { id: folder.path, label: folder.title, hasChildren: hasFolderishChild(folder), folder };
}

function childrenQuery(parentId: string) {
  return {
    ...childrenPage({ parentId, which: 'folders', view: nodeView, pageSize: mostChildren }),
    placeholderData: undefined,
  };
}

export interface FolderTree {
  readonly roots: readonly FolderNode[];
  readonly childrenOf: (node: FolderNode) => TreeChildren<FolderNode>;
  readonly retry: (node: FolderNode) => void;
  /** Tries again after a failure of the whole tree. */
  readonly startAgain: () => void;
  readonly failure: Error | null;
}

/** @param expanded paths of the open folders; only their children are loaded */
export function useFolderTree(expanded: ReadonlySet<string>): FolderTree {
  const client = useQueryClient();
  const root = useQuery(documentByPath('/', nodeView));
  const rootId = root.data?.uid ?? null;
  const top = useQuery({ ...childrenQuery(rootId ?? ''), enabled: rootId !== null });
  const isClosed = hasStatus(root.error, 403) || hasStatus(root.error, 404);
  const reachable = useQuery({ ...topFolders(nodeView), enabled: isClosed });
  // Without a connection it is unknown whether the root may be read: use what was reachable before.
  const roots = ((root.data === undefined ? reachable.data : top.data?.entries) ?? []).filter(isStored);
  const whole = isClosed ? reachable : root.error === null ? top : root;
  const open = openFolders(roots, expanded, (uid) => knownChildren(client, uid));
  const answers = useQueries({ queries: open.map(({ uid }) => childrenQuery(uid)) });
  const byId = new Map(open.map(({ uid }, index) => [uid, answers[index]]));
  return {
    roots: roots.map(nodeOf),
    failure: failureBeside({ error: whole.error, data: roots[0] }),
    startAgain: () => void whole.refetch(),
    childrenOf: ({ folder }) => {
      const answer = byId.get(folder.uid);
      if (answer?.data !== undefined)
        return { status: 'ready', nodes: answer.data.entries.filter(isStored).map(nodeOf) };
      if (answer?.error) return { status: 'failed', reason: answer.error.message };
      return { status: 'loading' };
    },
    retry: ({ folder }) => void client.refetchQueries({ queryKey: childrenQuery(folder.uid).queryKey }),
  };
}

/** Includes answers from the last visit: if the new answer is the same, nothing is redrawn. */
function knownChildren(client: QueryClient, uid: string): readonly StoredDocument[] | undefined {
  const { queryKey, initialData } = childrenQuery(uid);
  const known =
    client.getQueryData(queryKey) ?? (typeof initialData === 'function' ? initialData() : initialData);
  return known?.entries.filter(isStored);
}

/** Open folders all of whose ancestors are open, from the top down. */
function openFolders(
  roots: readonly StoredDocument[],
  expanded: ReadonlySet<string>,
  childrenOf: (uid: string) => readonly StoredDocument[] | undefined,
): readonly StoredDocument[] {
  return roots
    .filter(({ path }) => expanded.has(path))
    .flatMap((folder) => [folder, ...openFolders(childrenOf(folder.uid) ?? [], expanded, childrenOf)]);
}
