/** One term: a form for people who may change it, plain facts for everybody else. */

import { useMutation, useQuery } from '@tanstack/react-query';
import { ArrowDown, ArrowUp } from 'lucide';
import { Suspense, useState } from 'react';
import { isConflict } from '#web/api/api-error.ts';
import { deleteDirectoryEntry, directoryEntry, updateDirectoryEntry } from '#web/api/directories.ts';
import { sameValue } from '#web/api/same-value.ts';
import { useAwayReason } from '#web/api/use-connection.ts';
import { RefusalNote } from '#web/documents/refusal-note.tsx';
import { Facts, Pane, PaneSection } from '#web/frame/pane.tsx';
import { addToast } from '#web/frame/toasts.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { AwaitedDialog } from '#web/ui/awaited-dialog.tsx';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { lazyPart } from '#web/ui/lazy-part.ts';
import { Note } from '#web/ui/note.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import type { DirectoryEntity, DirectoryEntryEntity } from '#wire/directory.ts';
import { isString, type JsonObject } from '#wire/json.ts';
import type { BulkFailure } from '#wire/search.ts';
import css from './directories-page.module.css';
import { TermFields, useColumnLabel } from './term-fields.tsx';
import { TermUse, useTermUse } from './term-use.tsx';
import { keyOf, siblingsOf, storedValue, type Term, termOf } from './terms.ts';
import type { Terms } from './use-terms.ts';

export interface TermPaneProps {
  readonly directory: DirectoryEntity;
  readonly id: string;
  readonly terms: Terms;
  readonly editable: boolean;
  readonly onMove: (term: Term, step: 1 | -1) => void;
  /** The term was merged into another, except in these documents. */
  readonly onMerged: (failures: readonly BulkFailure[]) => void;
  readonly onClose: () => void;
}

const MergeTermDialog = lazyPart(() =>
  import('./merge-term-dialog.tsx').then((module) => ({ default: module.MergeTermDialog })),
);

export function TermPane(props: TermPaneProps) {
  const { t } = useTranslation('directories');
  const { data, error, refetch } = useQuery(directoryEntry(props.directory.name, props.id));
  if (data !== undefined) return <TermFacts {...props} entry={data} />;
  return (
    <Pane title={props.id} onClose={props.onClose}>
      {error === null ? (
        <Skeleton width="70%" />
      ) : (
        <Note kind="bad" onRetry={() => void refetch()}>
          {t('failed', { reason: error.message })}
        </Note>
      )}
    </Pane>
  );
}

interface TermFactsProps extends TermPaneProps {
  readonly entry: DirectoryEntryEntity;
}

function TermFacts(props: TermFactsProps) {
  const { directory, id, terms, editable, entry, onMove, onClose } = props;
  const { t, language } = useTranslation('directories');
  const columnLabel = useColumnLabel();
  const [changes, setChanges] = useState<JsonObject>({});
  const [deleting, setDeleting] = useState(false);
  const [merging, setMerging] = useState(false);
  const save = useMutation(updateDirectoryEntry());
  const away = useAwayReason();
  const removal = useMutation(deleteDirectoryEntry());
  const term = termOf(entry, language);
  const value = storedValue(terms.tree, term);
  const use = useTermUse(directory.name, value);
  const hasChildren = (terms.tree.children.get(keyOf(directory.name, id)) ?? []).length > 0;
  const siblings = siblingsOf(terms.tree, keyOf(directory.name, id));
  const index = siblings.findIndex(({ entryId }) => entryId === id);
  const values = { ...entry.properties, ...changes };
  const changed = Object.entries(changes).filter(([name, to]) => !sameValue(entry.properties[name], to));
  const inUse = (use.count ?? 0) > 0;
  const submit = () =>
    save.mutate(
      { directory: directory.name, id, properties: Object.fromEntries(changed) },
      {
        onSuccess: () => {
          setChanges({});
          addToast({ text: t('saved', { name: term.label }) });
        },
      },
    );
  return (
    <Pane
      title={term.label}
      detail={<code>{value}</code>}
      onClose={onClose}
      foot={
        editable ? (
          <>
            <Button
              variant="primary"
              disabled={changed.length === 0}
              loading={save.isPending}
              onClick={submit}
            >
              {t('save')}
            </Button>
            {use.count === undefined || hasChildren ? null : (
              <Button disabledReason={away} onClick={() => setMerging(true)}>
                {t('merge.action')}
              </Button>
            )}
            <Button variant="danger" disabled={inUse} onClick={() => setDeleting(true)}>
              {t('delete')}
            </Button>
          </>
        ) : undefined
      }
    >
      {/* First, so that it is visible on a phone, where the pane is half as high. */}
      <TermUse use={use} />
      {save.error === null ? null : <RefusalNote error={save.error} isForm />}
      {editable ? (
        <TermFields
          directory={directory}
          terms={terms}
          id={id}
          values={values}
          onChange={(next) =>
            setChanges(
              Object.fromEntries(Object.entries(next).filter(([name, to]) => entry.properties[name] !== to)),
            )
          }
        />
      ) : (
        <Facts
          facts={[
            ...terms.columns.map((column) => {
              const word = entry.properties[column];
              return [columnLabel(column), isString(word) ? word : null] as const;
            }),
            [t('under'), term.parent],
            [t('state'), term.obsolete ? t('obsolete') : null],
          ]}
        />
      )}
      {editable && siblings.length > 1 ? (
        <PaneSection title={t('order', { place: index + 1, count: siblings.length })}>
          <div className={css.steps}>
            <Button size="small" icon={ArrowUp} disabled={index <= 0} onClick={() => onMove(term, -1)}>
              {t('moveUp')}
            </Button>
            <Button
              size="small"
              icon={ArrowDown}
              disabled={index === siblings.length - 1}
              onClick={() => onMove(term, 1)}
            >
              {t('moveDown')}
            </Button>
          </div>
        </PaneSection>
      ) : null}
      {editable && inUse ? <Note>{t('inUse')}</Note> : null}
      {editable ? null : <Note>{t('notEditor')}</Note>}
      {merging ? (
        <Suspense fallback={<AwaitedDialog onClose={() => setMerging(false)} />}>
          <MergeTermDialog
            directory={directory.name}
            term={term}
            tree={terms.tree}
            use={use}
            onClose={() => setMerging(false)}
            onMerged={props.onMerged}
          />
        </Suspense>
      ) : null}
      {deleting ? (
        <ConfirmDialog
          title={t('deleteTitle', { name: term.label })}
          verb={t('delete')}
          pending={removal.isPending}
          refusal={
            removal.error === null
              ? undefined
              : isConflict(removal.error)
                ? t('referenced')
                : t('refused', { reason: removal.error.message })
          }
          onClose={() => {
            setDeleting(false);
            removal.reset();
          }}
          onConfirm={() => {
            removal.mutate(
              { directory: directory.name, id },
              {
                onSuccess: () => {
                  addToast({ text: t('deleted', { name: term.label }) });
                  onClose();
                },
              },
            );
          }}
        >
          {t('deleteText')}
        </ConfirmDialog>
      ) : null}
    </Pane>
  );
}
