/** The list of collections, or the members of the collection in the address. Its members stay in their folders. */

import { useMutation, useQuery } from '@tanstack/react-query';
import { FolderMinus, Plus } from 'lucide';
import { useMemo, useState } from 'react';
import { useNavigate, useParams } from 'react-router-dom';
import { addToCollection, createCollection, removeFromCollection } from '#web/api/collections.ts';
import { documentById } from '#web/api/document-by-id.ts';
import type { Commands } from '#web/documents/commands/command.ts';
import type { CommandSubject } from '#web/documents/commands/command-definition.ts';
import { useDocumentCommands } from '#web/documents/commands/use-document-commands.ts';
import { ListPage } from '#web/documents/list/list-page.tsx';
import { manualOrder } from '#web/documents/list/list-source.ts';
import { useListState } from '#web/documents/list/use-list-state.ts';
import { RefusalNote } from '#web/documents/refusal-note.tsx';
import { leaveSelections } from '#web/documents/selection/leave-selections.ts';
import { isStored, placeView, type StoredDocument } from '#web/documents/stored-document.ts';
import { InSlot } from '#web/frame/frame-slots.tsx';
import { PagePlace } from '#web/frame/page-place.tsx';
import { addToast } from '#web/frame/toasts.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { paths } from '#web/paths.ts';
import { AwaitedPage } from '#web/ui/awaited-page.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { TextArea } from '#web/ui/text-area.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { collectionSource } from './collection-source.ts';
import { EmptyList } from './empty-list.tsx';
import { PlaceProblem } from './place-problem.tsx';
import { collectionsSource } from './place-sources.ts';

export function CollectionsPage() {
  const { id } = useParams();
  return id === undefined ? <CollectionsList /> : <OneCollection key={id} id={id} />;
}

function CollectionsList() {
  const { t } = useTranslation('changes');
  const list = useListState('collections');
  const [creating, setCreating] = useState(false);
  const source = useMemo(() => collectionsSource(list.shape), [list.shape]);
  return (
    <>
      <InSlot name="actions">
        <Button variant="primary" icon={Plus} onClick={() => setCreating(true)}>
          {t('collections.new')}
        </Button>
      </InSlot>
      <ListPage
        title={t('collections.title')}
        label={t('collections.title')}
        source={source}
        list={list}
        folder={null}
        empty={
          <EmptyList list={list} title={t('collections.empty')}>
            {t('collections.emptyText')}
          </EmptyList>
        }
      />
      {creating ? <NewCollection onClose={() => setCreating(false)} /> : null}
    </>
  );
}

function OneCollection({ id }: { readonly id: string }) {
  const { data, error, refetch } = useQuery(documentById(id, placeView));
  if (error !== null && data === undefined)
    return <PlaceProblem path="/" error={error} onRetry={() => void refetch()} />;
  if (data === undefined || !isStored(data)) return <AwaitedPage />;
  return <CollectionContent collection={data} />;
}

const bulk = { named: ['uncollect', 'download'], icons: ['operation'] };

function CollectionContent({ collection }: { readonly collection: StoredDocument }) {
  const { t } = useTranslation('changes');
  const { t: documents } = useTranslation('documents');
  const list = useListState(collection.uid, 'Collection', manualOrder);
  const source = useMemo(() => collectionSource(collection.uid, list.shape), [collection.uid, list.shape]);
  return (
    <>
      <PagePlace
        above={[{ to: paths.collections.href(), title: t('collections.title') }]}
        title={collection.title}
        breadcrumbOnly
      />
      <ListPage
        title={collection.title}
        label={documents('listOf', { name: collection.title })}
        source={source}
        list={list}
        folder={null}
        arranged={collection}
        commandsOf={useMemberCommands}
        bulk={bulk}
        empty={
          <EmptyList list={list} title={t('collections.memberEmpty')}>
            {t('collections.memberEmptyText')}
          </EmptyList>
        }
      />
    </>
  );
}

/** A document's usual commands, and one to remove it from the collection in the address. */
function useMemberCommands(subject: CommandSubject): Commands {
  const { t } = useTranslation('changes');
  const { t: list } = useTranslation('documents');
  const { id: collectionId = '' } = useParams();
  const usual = useDocumentCommands(subject);
  const remove = useMutation(removeFromCollection());
  const add = useMutation(addToCollection());
  const { documents } = subject;
  const refused = ({ message }: Error) =>
    addToast({ kind: 'bad', text: t('collections.refused', { reason: message }) });
  const uncollect = () => {
    const uids = documents.map(({ uid }) => uid);
    remove.mutate(
      { collectionId, uids },
      {
        onSuccess: () => {
          leaveSelections(({ uid }) => uids.includes(uid));
          addToast({
            text: t('collections.removed', { count: uids.length }),
            undo: () => void add.mutateAsync({ collectionId, uids }).catch(refused),
          });
        },
        onError: refused,
      },
    );
  };
  if (documents.length === 0) return usual;
  const id = 'uncollect';
  const group = list('keys');
  return [...usual, [{ id, group, label: t('collections.remove'), icon: FolderMinus, run: uncollect }]];
}

function NewCollection({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation('changes');
  const navigate = useNavigate();
  const [name, setName] = useState('');
  const [description, setDescription] = useState('');
  const [checked, setChecked] = useState(false);
  const { mutate, isPending, error } = useMutation(createCollection());
  const submit = () => {
    setChecked(true);
    if (name.trim() === '' || isPending) return;
    mutate(
      { name: name.trim(), description },
      {
        onSuccess: ({ uid, title }) => {
          addToast({ text: t('collections.created', { name: title }) });
          void navigate(paths.collections.href(uid ?? undefined));
        },
      },
    );
  };
  return (
    <Dialog
      open
      guarded
      title={t('collections.new')}
      onClose={onClose}
      onSubmit={submit}
      footer={
        <>
          <Button onClick={onClose}>{t('collections.cancel')}</Button>
          <Button type="submit" variant="primary" loading={isPending}>
            {t('collections.create')}
          </Button>
        </>
      }
    >
      {error === null ? null : <RefusalNote error={error} isForm />}
      <TextField
        label={t('collections.name')}
        required
        value={name}
        error={checked && name.trim() === '' ? t('collections.missing') : undefined}
        onChange={setName}
      />
      <TextArea label={t('collections.description')} value={description} onChange={setDescription} />
    </Dialog>
  );
}
