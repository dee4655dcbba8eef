// A document's properties, shown as text; a press on one makes it a field. One save sends all that changed, and only that.
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { may } from '#web/api/document-context.ts';
import { documentTypes } from '#web/api/document-types.ts';
import { schemas } from '#web/api/server-config.ts';
import { FailureNote } from '#web/documents/failure-note.tsx';
import type { StoredDocument } from '#web/documents/stored-document.ts';
import { WaitingNote } from '#web/documents/waiting/waiting-note.tsx';
import { useFieldLabel } from '#web/forms/field-label.ts';
import { emptyLast, formSections, schemasOf } from '#web/forms/form-sections.ts';
import { type FieldErrors, hasErrorWithin } from '#web/forms/form-values.ts';
import { useProblemWords } from '#web/forms/use-problem-words.ts';
import { valueProblems } from '#web/forms/value-problems.ts';
import { useShortcut } from '#web/frame/commands.ts';
import { addToast } from '#web/frame/toasts.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { paths } from '#web/paths.ts';
import type { Json } from '#wire/json.ts';
import { ConflictDialog } from './conflict-dialog.tsx';
import css from './details-panel.module.css';
import { PropertyRow } from './property-row.tsx';
import { RecordFacts } from './record-facts.tsx';
import { SaveBar } from './save-bar.tsx';
import { TagsRow } from './tags-row.tsx';
import { useDocumentEdit } from './use-document-edit.ts';

const none: ReadonlySet<string> = new Set();

export function DetailsPanel({ document }: { readonly document: StoredDocument }) {
  const { t } = useTranslation('document');
  const { t: changes } = useTranslation('changes');
  const labelOf = useFieldLabel();
  const problemWords = useProblemWords();
  const [open, setOpen] = useState(none);
  const detailed = useQuery(schemas());
  // Servers that do not give schemas with their fields still list them with their types. Types from an earlier visit will
  // do.
  const types = useQuery({ ...documentTypes(), enabled: detailed.isLoadingError });
  const sections = emptyLast(
    formSections(document, schemasOf(detailed.data, types.data)),
    document.properties ?? {},
  );
  const fields = sections.flatMap((section) => section.fields);
  const check = (values: ReadonlyMap<string, Json>): FieldErrors =>
    problemWords(
      fields
        .filter(({ name }) => values.has(name))
        .flatMap((field) => valueProblems(field, values.get(field.name), field.name)),
    );
  const edit = useDocumentEdit(
    document,
    paths.doc.href(document.uid),
    check,
    ({ names, title, undo, isQueued }) => {
      setOpen((now) => new Set([...now].filter((name) => !names.includes(name))));
      addToast({ text: isQueued ? changes('waits') : t('saved', { title }), undo });
    },
  );
  const reason = document.isVersion
    ? t('reason.version')
    : document.isTrashed
      ? t('reason.trash')
      : may(document, 'Write')
        ? undefined
        : t('reason.write');
  // Empty fields are hidden if they cannot be filled in; values typed while they could stay visible, so that they can be
  // copied.
  const mayFill = reason === undefined || edit.changes.size > 0;
  const shown = mayFill ? sections : sections.filter(({ id }) => id !== 'empty');
  useShortcut(
    { keys: 'mod+S', label: t('save'), group: t('keys'), inFields: true, run: edit.save },
    edit.changes.size > 0,
  );
  const properties = useRef<HTMLDivElement>(null);
  const lastFocused = useRef<{ readonly element: Element; readonly property: string | undefined }>(null);
  const focusLastRow = useEffectEvent((options: FocusOptions) => {
    const property = lastFocused.current?.property;
    if (window.document.activeElement !== window.document.body || property === undefined) return;
    const row = properties.current?.querySelector(`[data-property="${CSS.escape(property)}"]`);
    row?.querySelector<HTMLElement>('button[data-value]')?.focus(options);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus is lost when a field closes or the bar disappears.
  useEffect(() => focusLastRow({ preventScroll: true }), [open, edit.changes]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a row whose value is saved can move to another section.
  useEffect(() => {
    if (lastFocused.current?.element.isConnected === false) focusLastRow({});
  }, [document]);
  const toggle = (name: string, on: boolean) => {
    setOpen((now) => new Set([...now].filter((one) => one !== name).concat(on ? name : [])));
  };
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: handles the focus events of the fields inside. */}
      <div
        ref={properties}
        className={css.properties}
        onFocus={({ target }) => {
          const row = target.closest<HTMLElement>('[data-property]');
          lastFocused.current = { element: target, property: row?.dataset.property };
        }}
      >
        <WaitingNote uid={document.uid} />
        {types.isLoadingError ? (
          <div className={css.failure}>
            <FailureNote error={types.error} onRetry={() => void detailed.refetch()} />
          </div>
        ) : null}
        {shown.map((section, index) => (
          <section key={`${section.id} ${section.title}`}>
            {index > 0 && shown[index - 1]?.id === section.id ? null : (
              <h2 className={css.heading}>{t(`section.${section.id}`, { defaultValue: section.title })}</h2>
            )}
            {section.fields.map((field) => (
              <PropertyRow
                key={field.name}
                field={field}
                label={labelOf(field.name)}
                value={
                  edit.changes.has(field.name)
                    ? edit.changes.get(field.name)
                    : document.properties?.[field.name]
                }
                changed={edit.changes.has(field.name)}
                errors={edit.errors}
                // A field with an error stays open until it is corrected.
                open={open.has(field.name) || hasErrorWithin(edit.errors, field.name)}
                locked={section.readOnly || reason !== undefined}
                onOpen={(on) => toggle(field.name, on)}
                onChange={(value) => edit.change(field.name, value)}
                onRestore={() => {
                  edit.restore(field.name);
                  toggle(field.name, false);
                }}
              />
            ))}
            {section.id === 'description' ? (
              <TagsRow document={document} locked={reason !== undefined} />
            ) : null}
          </section>
        ))}
        {detailed.isPending ? null : <RecordFacts document={document} />}
      </div>
      <SaveBar edit={edit} onDiscard={() => setOpen(none)} />
      {edit.conflict === null ? null : (
        <ConflictDialog
          conflict={edit.conflict}
          fields={fields}
          onSettle={edit.settle}
          onClose={edit.decideLater}
          onDiscard={() => {
            edit.discard();
            setOpen(none);
          }}
        />
      )}
    </>
  );
}
