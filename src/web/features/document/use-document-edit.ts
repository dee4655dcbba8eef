// Editing the properties of one document: its changes, saving them, and the server's errors.
// Nothing typed is lost: a refused save keeps every value in its field.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { isApiError, isConflict } from '#web/api/api-error.ts';
import { documentById } from '#web/api/document-by-id.ts';
import { putDocument, saveOrKeep } from '#web/api/document-changes.ts';
import { patchDocuments, refreshChanged } from '#web/api/optimistic.ts';
import type { StoredDocument } from '#web/documents/stored-document.ts';
import type { FieldErrors } from '#web/forms/form-values.ts';
import { addToast } from '#web/frame/toasts.ts';
import { noteUnanswered } from '#web/frame/unanswered-changes.ts';
import { useLeaveGuard } from '#web/frame/use-leave-guard.ts';
import type { DocumentEntity } from '#wire/document.ts';
import type { Json, JsonObject } from '#wire/json.ts';
import {
  changedProperties,
  changedSince,
  conflictsWith,
  type Edit,
  type PropertyConflict,
  rebaseEdit,
  valuesToUndo,
  withoutValue,
  withValue,
} from './edit-state.ts';

export interface Conflict {
  readonly fresh: DocumentEntity;
  readonly properties: readonly PropertyConflict[];
}

/** The result of a save. */
export interface Saved {
  /** The saved properties; those that were changed again meanwhile are not among them. */
  readonly names: readonly string[];
  /** The document's title after the save. */
  readonly title: string;
  readonly undo?: (() => void) | undefined;
  /** Kept on this device until the server can be reached. */
  readonly isQueued?: boolean;
}

export interface DocumentEdit {
  readonly changes: ReadonlyMap<string, Json>;
  readonly errors: FieldErrors;
  /** The error of the last save, if it is not about single properties. */
  readonly failure: Error | null;
  readonly conflict: Conflict | null;
  readonly saving: boolean;
  readonly change: (name: string, value: Json) => void;
  readonly restore: (name: string) => void;
  readonly discard: () => void;
  readonly save: () => void;
  /** Closes the question and keeps the changes; the next save asks again. */
  readonly decideLater: () => void;
  /** For each property in conflict, true keeps mine. Then saves. */
  readonly settle: (keepMine: ReadonlyMap<string, boolean>) => void;
}

interface SavedDocument {
  readonly document: DocumentEntity;
}

const noErrors: FieldErrors = new Map();
const noChanges: ReadonlyMap<string, Json> = new Map();

/**
 * @param within addresses to which the reader can go without losing the edit
 * @param check errors that keep these values from being sent
 */
export function useDocumentEdit(
  document: StoredDocument,
  within: string,
  check: (values: ReadonlyMap<string, Json>) => FieldErrors,
  onSaved: (saved: Saved) => void,
): DocumentEdit {
  const queries = useQueryClient();
  const [edit, setEdit] = useState<Edit | null>(null);
  const [refused, setRefused] = useState<FieldErrors>(noErrors);
  const [conflict, setConflict] = useState<Conflict | null>(null);
  /** "Save" was pressed again before the answer came. */
  const isAsked = useRef(false);
  useLeaveGuard(edit !== null, within);

  const saving = useMutation({
    // Do not pause without a connection: `saveOrKeep` then keeps the save on this device.
    networkMode: 'always',
    mutationFn: async (wanted: Edit): Promise<Conflict | SavedDocument | null> => {
      const saved = await saveOrKeep(queries, wanted.base, changedProperties(wanted), () => saveOver(wanted));
      if (saved !== null && 'document' in saved)
        queries.setQueryData(documentById(document.uid).queryKey, saved.document);
      return saved;
    },
    onSuccess: (met, wanted) => {
      if (met !== null && 'fresh' in met) {
        isAsked.current = false;
        return setConflict(met);
      }
      setConflict(null);
      setRefused(noErrors);
      const rest = changedSince(edit, wanted, met?.document ?? withValues(wanted));
      setEdit(rest);
      if (rest !== null && isAsked.current && check(rest.values).size === 0) send(rest);
      isAsked.current = false;
      const names = [...wanted.values.keys()].filter((name) => rest?.values.has(name) !== true);
      const { title } = met?.document ?? document;
      if (met === null) return onSaved({ names, title, isQueued: true });
      const before = valuesToUndo(wanted);
      onSaved({ names, title, undo: before === null ? undefined : () => undoing.mutate(before) });
      void refreshChanged(queries, {
        uids: [document.uid],
        folders: document.parentRef === null ? [] : [document.parentRef],
      });
    },
    onError: (cause) => {
      isAsked.current = false;
      if (isApiError(cause) && cause.kind === 'validation') setRefused(cause.violations);
    },
  });

  /** Based on the current document, so that later changes by others stay. */
  const undoing = useMutation({
    onMutate: (properties: JsonObject) =>
      patchDocuments(queries, document.uid, (shown) => ({
        ...shown,
        title: String(properties['dc:title'] ?? shown.title),
        properties: { ...shown.properties, ...properties },
      })),
    mutationFn: async (properties: JsonObject) => {
      const fresh = await queries.fetchQuery({ ...documentById(document.uid), staleTime: 0 });
      return putDocument({ document: fresh, properties });
    },
    onSuccess: (restored) => {
      queries.setQueryData(documentById(document.uid).queryKey, restored);
      void refreshChanged(queries, {
        uids: [document.uid],
        folders: document.parentRef === null ? [] : [document.parentRef],
      });
    },
    onError: ({ message }, _properties, takeBack) => {
      takeBack?.();
      addToast({ kind: 'bad', text: message });
    },
  });

  /** If somebody else changed other properties, that is no conflict: ours are applied on top. */
  const saveOver = async (wanted: Edit): Promise<Conflict | SavedDocument> => {
    // A server checks only saves that send a change token, so a script's save may have passed unnoticed: compare first.
    const seen = await queries.fetchQuery({ ...documentById(document.uid), staleTime: 0 });
    const forestalled = conflictsWith(wanted, seen);
    if (forestalled.length > 0) return { fresh: seen, properties: forestalled };
    try {
      return {
        document: await putDocument({ document: wanted.base, properties: changedProperties(wanted) }),
      };
    } catch (cause) {
      if (!isConflict(cause)) throw cause;
      const fresh = await queries.fetchQuery({ ...documentById(document.uid), staleTime: 0 });
      // The document is unchanged, so the server refuses for another reason, such as a lock.
      if (fresh.changeToken === wanted.base.changeToken) throw cause;
      const properties = conflictsWith(wanted, fresh);
      if (properties.length > 0) return { fresh, properties };
      const next = rebaseEdit(wanted, fresh);
      return next === null ? { document: fresh } : saveOver(next);
    }
  };

  // The error is in `failure`.
  const send = (wanted: Edit) => void noteUnanswered(saving.mutateAsync(wanted)).catch(() => {});
  const replace = (next: Edit | null) => {
    setEdit(next);
    // A save in flight goes on and is reported.
    if (!saving.isPending) saving.reset();
  };
  const forget = (name: string) => {
    const others = [...refused].filter(([path]) => path !== name && !path.startsWith(`${name}/`));
    if (others.length !== refused.size) setRefused(new Map(others));
  };
  const save = () => {
    if (edit === null || unsendable.size > 0) return;
    if (saving.isPending) isAsked.current = true;
    else send(edit);
  };
  const unsendable = check(edit?.values ?? noChanges);
  const errors = unsendable.size === 0 ? refused : new Map([...refused, ...unsendable]);
  const validation = isApiError(saving.error) && saving.error.kind === 'validation';
  return {
    changes: edit?.values ?? noChanges,
    errors,
    failure: validation && errors.size > 0 ? null : saving.error,
    conflict,
    decideLater: () => setConflict(null),
    saving: saving.isPending,
    change: (name, value) => {
      replace(withValue(edit, document, name, value));
      forget(name);
    },
    restore: (name) => {
      if (edit !== null) replace(withoutValue(edit, name));
      forget(name);
    },
    discard: () => {
      replace(null);
      setRefused(noErrors);
      setConflict(null);
    },
    save,
    settle: (keepMine) => {
      if (edit === null || conflict === null) return;
      const { fresh, properties } = conflict;
      const left = properties.reduce<Edit | null>(
        (now, { name }) => (now === null || keepMine.get(name) === true ? now : withoutValue(now, name)),
        edit,
      );
      const next = left === null ? null : rebaseEdit(left, fresh);
      setConflict(null);
      replace(next);
      if (next === null) onSaved({ names: properties.map(({ name }) => name), title: document.title });
      else send(next);
    },
  };
}

function withValues({ base, values }: Edit): DocumentEntity {
  return { ...base, properties: { ...base.properties, ...Object.fromEntries(values) } };
}
