/** Asks for the folder to move, copy or publish documents to: a tree and a search by name. Says why a folder cannot be chosen. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { may, mayAddTo } from '#web/api/document-context.ts';
import { nxqlSearch } from '#web/api/search.ts';
import { useFormat } from '#web/i18n/use-format.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Note } from '#web/ui/note.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { Tree } from '#web/ui/tree.tsx';
import { FailureWords } from '../failure-words.tsx';
import { containing } from '../list/list-source.ts';
import { isStored, isWithin, parentPath, type StoredDocument } from '../stored-document.ts';
import { folderIcon } from '../tree/folder-icon.tsx';
import { type FolderNode, useFolderTree } from '../tree/folder-node.ts';
import { ancestorsOf } from '../tree/open-folders.ts';
import css from './place-picker.module.css';
import { Publications } from './publications.tsx';
import { useChanges } from './use-changes.ts';

export interface PlacePickerProps {
  readonly verb: 'move' | 'copy' | 'publish';
  readonly documents: readonly StoredDocument[];
  /** In place of documents, for a whole list: the number of rows, and the path they come from. */
  readonly whole?: { readonly count: number; readonly path: string };
  /** Called with the chosen folder instead of moving or copying there. */
  readonly onPick?: (folder: StoredDocument) => void;
  readonly onClose: () => void;
}

/** The facet of sections. */
const publishSpace = 'PublishSpace';
const folderQuery = (facet: string) =>
  `SELECT * FROM Document WHERE ecm:mixinType = '${facet}' AND ecm:mixinType != 'HiddenInNavigation' AND ecm:isVersion = 0 AND ecm:isProxy = 0 AND ecm:isTrashed = 0 AND dc:title ILIKE ?`;
const nodeView = { enrichers: { document: ['permissions'] } };

export function PlacePicker({ verb, documents, whole, onPick, onClose }: PlacePickerProps) {
  const { t } = useTranslation('changes');
  const { t: common } = useTranslation('ui');
  const format = useFormat();
  const changes = useChanges();
  const [expanded, setExpanded] = useState<ReadonlySet<string>>(() => {
    const start = whole?.path ?? parentPath(documents[0]?.path ?? '/');
    const open = [...ancestorsOf(start), start];
    if (verb !== 'publish') return new Set(open);
    // The folder of sections is a sibling of the workspaces in each domain.
    const domains = open.slice(0, 2);
    return new Set([...domains, ...domains.map((path) => `${path === '/' ? '' : path}/sections`)]);
  });
  const [target, setTarget] = useState<StoredDocument | null>(null);
  const [text, setText] = useState('');
  const tree = useFolderTree(expanded);
  const term = text.trim();
  const found = useQuery({
    ...nxqlSearch(folderQuery(verb === 'publish' ? publishSpace : 'Folderish'), {
      params: [containing(term)],
      pageSize: 30,
      maxResults: 1,
      view: nodeView,
    }),
    enabled: term !== '',
    placeholderData: keepPreviousData,
  });
  const results = (found.data?.entries ?? []).filter(isStored);

  const reason = target === null ? undefined : reasonAgainst(target);
  function reasonAgainst(folder: StoredDocument): string | undefined {
    if (verb === 'publish') {
      if (!folder.facets.includes(publishSpace)) return t('publish.noSection', { name: folder.title });
      return mayAddTo(folder) || may(folder, 'CanAskForPublishing')
        ? undefined
        : t('picker.noRight', { name: folder.title });
    }
    if (!mayAddTo(folder)) return t('picker.noRight', { name: folder.title });
    if (documents.some(({ path }) => isWithin(folder.path, path))) return t('picker.within');
    const there =
      verb === 'move' &&
      (whole?.path === folder.path ||
        (documents.length > 0 && documents.every(({ parentRef }) => parentRef === folder.uid)));
    return there ? t('picker.already') : undefined;
  }

  const submit = async () => {
    if (target === null || reason !== undefined) return;
    // Thousands of documents take a while; the progress is shown outside the dialog.
    onClose();
    if (onPick === undefined) await changes[verb](documents, target);
    else onPick(target);
  };

  const node = (folder: StoredDocument): FolderNode => ({
    id: folder.path,
    label: folder.title,
    hasChildren: false,
    folder,
  });
  const count = whole?.count ?? documents.length;
  return (
    <Dialog
      open
      onClose={onClose}
      title={t(`${verb}.title`, { count, number: format.count(count), name: documents[0]?.title ?? '' })}
      onSubmit={() => void submit()}
      footer={
        <>
          <span className={css.reason} role="status">
            {reason ??
              (target === null
                ? t(verb === 'publish' ? 'publish.choose' : 'picker.choose')
                : t('picker.to', { name: target.title }))}
          </span>
          <Button onClick={onClose}>{common('cancel')}</Button>
          <Button variant="primary" type="submit" disabled={target === null || reason !== undefined}>
            {t(`${verb}.verb`)}
          </Button>
        </>
      }
    >
      {verb === 'publish' ? <Publications documents={documents} /> : null}
      <TextField
        type="search"
        label={t('picker.search')}
        labelHidden
        value={text}
        placeholder={t('picker.search')}
        onChange={setText}
      />
      <div className={css.tree}>
        {tree.failure === null ? null : (
          <Note kind="bad">
            <FailureWords error={tree.failure} />
          </Note>
        )}
        {term !== '' && found.data !== undefined && results.length === 0 ? (
          <p className={css.none}>{t('picker.none')}</p>
        ) : null}
        <Tree
          label={t('picker.label')}
          roots={term === '' ? tree.roots : results.map(node)}
          childrenOf={tree.childrenOf}
          expanded={expanded}
          onExpand={({ id }, open) => {
            const next = new Set(expanded);
            if (open) next.add(id);
            else next.delete(id);
            setExpanded(next);
          }}
          onRetry={tree.retry}
          current={target?.path}
          onChoose={({ folder }) => setTarget(folder)}
          icon={folderIcon}
          end={({ folder }) =>
            term === '' ? null : <bdi className={css.path}>{parentPath(folder.path)}</bdi>
          }
        />
      </div>
    </Dialog>
  );
}
