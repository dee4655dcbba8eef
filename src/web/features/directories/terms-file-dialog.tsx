/**
 * Imports terms from a CSV file: shows first what it would change. Terms that the server refuses are listed; the others are
 * stored.
 */
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { createDirectoryEntry, storedEntries, updateDirectoryEntry } from '#web/api/directories.ts';
import { addToast } from '#web/frame/toasts.ts';
import { useFormat } from '#web/i18n/use-format.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { Note } from '#web/ui/note.tsx';
import { ProgressBar } from '#web/ui/progress-bar.tsx';
import css from './directories-page.module.css';
import { planOf, type TermsPlan } from './terms-csv.ts';

export interface TermsFileDialogProps {
  readonly directory: string;
  readonly label: string;
  readonly onClose: () => void;
}

interface Refused {
  readonly id: string;
  readonly reason: string;
}

export function TermsFileDialog({ directory, label, onClose }: TermsFileDialogProps) {
  const { t } = useTranslation('directories');
  const format = useFormat();
  const [plan, setPlan] = useState<TermsPlan | null>(null);
  const [done, setDone] = useState(0);
  const [refused, setRefused] = useState<readonly Refused[]>([]);
  const create = useMutation(createDirectoryEntry());
  const update = useMutation(updateDirectoryEntry());
  const reading = useMutation({
    mutationFn: async (file: File) => {
      const [text, { entries }] = await Promise.all([file.text(), storedEntries(directory)]);
      return planOf(text, entries);
    },
    onSuccess: setPlan,
  });
  const count = plan === null ? 0 : plan.create.length + plan.update.length;
  const applying = useMutation({
    mutationFn: async ({ create: added, update: changed }: TermsPlan): Promise<readonly Refused[]> => {
      const steps = [
        ...added.map((term) => ({ term, change: create })),
        ...changed.map((term) => ({ term, change: update })),
      ];
      const failures: Refused[] = [];
      // One after the other: a term's parent may come before it in the file.
      for (const [index, { term, change }] of steps.entries()) {
        try {
          await change.mutateAsync({ directory, ...term });
        } catch (error) {
          failures.push({ id: term.id, reason: error instanceof Error ? error.message : String(error) });
        }
        setDone(index + 1);
      }
      return failures;
    },
    onSuccess: (failures) => {
      const taken = count - failures.length;
      addToast({ text: t('file.done', { count: taken, number: format.count(taken) }) });
      setRefused(failures);
      setPlan(null);
      if (failures.length === 0) onClose();
    },
  });
  const isReady = plan !== null && plan.problems.length === 0 && count > 0;
  return (
    <Dialog
      open
      guarded
      title={t('file.title', { name: label })}
      onClose={onClose}
      onSubmit={() => {
        if (isReady && !applying.isPending) applying.mutate(plan);
      }}
      footer={
        <>
          <Button onClick={onClose}>{t('file.close')}</Button>
          <Button type="submit" variant="primary" disabled={!isReady} loading={applying.isPending}>
            {t('file.apply')}
          </Button>
        </>
      }
    >
      <Field label={t('file.choose')} hint={t('file.hint')}>
        {({ labelId: _label, ...control }) => (
          <input
            {...control}
            type="file"
            accept=".csv,text/csv"
            onChange={({ currentTarget }) => {
              const [file] = currentTarget.files ?? [];
              setRefused([]);
              setDone(0);
              setPlan(null);
              if (file !== undefined) reading.mutate(file);
            }}
          />
        )}
      </Field>
      {reading.error === null ? null : (
        <Note kind="bad">{t('failed', { reason: reading.error.message })}</Note>
      )}
      {plan === null ? null : plan.problems.length > 0 ? (
        <Note kind="bad">
          {plan.problems.slice(0, 10).map(({ line, kind, value }) => (
            <p key={`${line} ${kind} ${value}`}>
              {t(`file.problem.${kind}`, { line: format.count(line), value })}
            </p>
          ))}
        </Note>
      ) : (
        <div role="status">
          <ul className={css.plan}>
            <li>{t('file.new', { count: plan.create.length, number: format.count(plan.create.length) })}</li>
            <li>
              {t('file.changed', { count: plan.update.length, number: format.count(plan.update.length) })}
            </li>
            <li>{t('file.same', { count: plan.unchanged, number: format.count(plan.unchanged) })}</li>
          </ul>
        </div>
      )}
      {applying.isPending ? <ProgressBar label={t('file.apply')} share={done / Math.max(1, count)} /> : null}
      {refused.map(({ id, reason }) => (
        <Note key={id} kind="bad">
          {t('file.notTaken', { id, reason })}
        </Note>
      ))}
    </Dialog>
  );
}
