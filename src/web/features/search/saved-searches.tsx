/** Saved searches: open one, save the current search or its changes, rename, share and delete. */
import { useMutation, useQuery } from '@tanstack/react-query';
import { Bookmark, Ellipsis, ListOrdered, UserPlus } from 'lucide';
import { Suspense, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { documentById } from '#web/api/document-by-id.ts';
import { may, propertyOf } from '#web/api/document-context.ts';
import { deleteSavedSearch, savedSearches, saveSearch } from '#web/api/saved-searches.ts';
import { usePerson } from '#web/forms/person-name.tsx';
import { inSavedOrder, useSavedOrder } from '#web/frame/saved-order.ts';
import { addToast } from '#web/frame/toasts.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { paths } from '#web/paths.ts';
import { AwaitedDialog } from '#web/ui/awaited-dialog.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { lazyPart } from '#web/ui/lazy-part.ts';
import { MenuButton } from '#web/ui/menu-button.tsx';
import type { MenuEntry } from '#web/ui/menu-entries.ts';
import { Note } from '#web/ui/note.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import type { SavedSearchEntity } from '#wire/search.ts';
import { matchesSavedSearch, savedFrom, stateFrom } from './saved-search.ts';
import { asksSomething, type SearchState } from './search-state.ts';
import type { Search } from './use-search.ts';

const ArrangeSaved = lazyPart(() =>
  import('./arrange-saved.tsx').then((module) => ({ default: module.ArrangeSaved })),
);

/** The saved search that the current search was opened from, if it still exists. */
export function useSavedSearch({ saved }: SearchState): SavedSearchEntity | undefined {
  const { data = [] } = useQuery(savedSearches());
  return data.find(({ id }) => id === saved);
}

export function SavedSearches({ search }: { readonly search: Search }) {
  const { state, change } = search;
  const { t, language } = useTranslation('search');
  const { data = [] } = useQuery(savedSearches());
  const current = useSavedSearch(state);
  const save = useMutation(saveSearch());
  const remove = useMutation(deleteSavedSearch());
  const [arranging, setArranging] = useState(false);
  const [naming, setNaming] = useState<'new' | 'rename' | null>(null);
  const navigate = useNavigate();
  // A saved search is a document, so another person's has an owner and rights.
  const stored = useQuery({ ...documentById(current?.id ?? ''), enabled: current !== undefined }).data;
  const owner = stored === undefined ? undefined : propertyOf(stored, 'dc:creator');
  const { label: ownerName } = usePerson(typeof owner === 'string' ? owner : '');
  const mine = stored === undefined || may(stored, 'Write');
  const notMine = t('saved.ownedBy', { name: ownerName });

  const failed = (error: unknown) =>
    addToast({
      kind: 'bad',
      text: t('saved.failed', { reason: error instanceof Error ? error.message : '' }),
    });
  const keepChanges = (saved: SavedSearchEntity) =>
    save.mutate(
      { ...savedFrom(state, saved.title), id: saved.id },
      { onSuccess: () => addToast({ text: t('saved.kept', { title: saved.title }) }), onError: failed },
    );
  const removeSaved = (gone: SavedSearchEntity) =>
    remove.mutate(gone.id, {
      onSuccess: () => {
        change({ saved: null }, { replace: true });
        const { id: _, 'entity-type': __, ...again } = gone;
        addToast({
          text: t('saved.removed', { title: gone.title }),
          undo: () => void save.mutateAsync(again).catch(failed),
        });
      },
      onError: failed,
    });

  const ordered = inSavedOrder(
    data,
    useSavedOrder(({ ids }) => ids),
    language,
  );
  const list: readonly MenuEntry[] = [
    ...ordered.map(
      (one): MenuEntry => ({
        id: one.id,
        label: one.title,
        icon: Bookmark,
        onSelect: () => change(stateFrom(one)),
      }),
    ),
    ...(ordered.length < 2
      ? []
      : ([
          { kind: 'separator' },
          { id: 'arrange', label: t('saved.arrange'), icon: ListOrdered, onSelect: () => setArranging(true) },
        ] as const)),
  ];
  const own: readonly MenuEntry[] =
    current === undefined
      ? []
      : [
          {
            id: 'rename',
            label: t('saved.rename'),
            disabledReason: mine ? undefined : notMine,
            onSelect: () => setNaming('rename'),
          },
          { id: 'new', label: t('saved.saveAs'), onSelect: () => setNaming('new') },
          {
            id: 'share',
            label: t('saved.share'),
            icon: UserPlus,
            onSelect: () => navigate(paths.doc.href(current.id, 'rights')),
          },
          { kind: 'separator' },
          {
            id: 'delete',
            label: t('saved.delete'),
            danger: true,
            disabledReason: mine ? undefined : notMine,
            onSelect: () => removeSaved(current),
          },
        ];
  return (
    <>
      {current === undefined ? null : (
        <MenuButton variant="quiet" icon={Ellipsis} label={t('saved.actions')} entries={own} align="end" />
      )}
      {list.length === 0 ? null : (
        <MenuButton variant="quiet" icon={Bookmark} label={t('saved.list')} entries={list} align="end" />
      )}
      {current === undefined ? (
        <Button disabled={!asksSomething(state)} onClick={() => setNaming('new')}>
          {t('saved.save')}
        </Button>
      ) : (
        // `aria-disabled` and not `disabled`: after saving, the button must keep the focus.
        <Button
          aria-disabled={matchesSavedSearch(state, current) || !mine}
          loading={save.isPending}
          onClick={() => keepChanges(current)}
        >
          {t('saved.saveChanges')}
        </Button>
      )}
      {arranging ? (
        <Suspense fallback={<AwaitedDialog onClose={() => setArranging(false)} />}>
          <ArrangeSaved searches={ordered} onClose={() => setArranging(false)} />
        </Suspense>
      ) : null}
      {naming === null ? null : (
        <NameDialog
          title={naming === 'new' ? t('saved.newTitle') : t('saved.renameTitle')}
          start={naming === 'rename' ? (current?.title ?? '') : ''}
          onClose={() => setNaming(null)}
          onName={async (title) => {
            const input =
              naming === 'rename' && current !== undefined ? { ...current, title } : savedFrom(state, title);
            const stored = await save.mutateAsync(input);
            change({ saved: stored.id }, { replace: true });
            setNaming(null);
            addToast({ text: t('saved.kept', { title }) });
          }}
        />
      )}
    </>
  );
}

interface NameDialogProps {
  readonly title: string;
  readonly start: string;
  readonly onClose: () => void;
  readonly onName: (name: string) => Promise<void>;
}

function NameDialog({ title, start, onClose, onName }: NameDialogProps) {
  const { t } = useTranslation('search');
  const [name, setName] = useState(start);
  const keep = useMutation({ mutationFn: onName });
  const missing = keep.isIdle ? undefined : name.trim() === '' ? t('saved.nameMissing') : undefined;
  return (
    <Dialog
      open
      title={title}
      size="small"
      guarded
      onClose={onClose}
      onSubmit={() => name.trim() !== '' && keep.mutate(name.trim())}
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button variant="primary" type="submit" loading={keep.isPending}>
            {t('saved.save')}
          </Button>
        </>
      }
    >
      <TextField label={t('saved.name')} required value={name} onChange={setName} error={missing} />
      {keep.error === null ? null : (
        <Note kind="bad">{t('saved.failed', { reason: keep.error.message })}</Note>
      )}
    </Dialog>
  );
}
