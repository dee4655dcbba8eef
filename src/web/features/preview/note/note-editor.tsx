// The editor of a note: its text, its format, and how it will look. Typed text stays until it is saved or discarded;
// another person's save is shown and never overwritten silently.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useDeferredValue, useRef, useState } from 'react';
import { isConflict } from '#web/api/api-error.ts';
import { documentById } from '#web/api/document-by-id.ts';
import { putDocument, saveOrKeep } from '#web/api/document-changes.ts';
import { propertyOf } from '#web/api/document-context.ts';
import { refreshDocuments } from '#web/api/optimistic.ts';
import { useShortcut } from '#web/frame/commands.ts';
import { askToLeave } from '#web/frame/leave-guard.ts';
import { addToast } from '#web/frame/toasts.ts';
import { useLeaveGuard } from '#web/frame/use-leave-guard.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { paths } from '#web/paths.ts';
import { Button } from '#web/ui/button.tsx';
import { Note } from '#web/ui/note.tsx';
import { Segments } from '#web/ui/segments.tsx';
import { Select } from '#web/ui/select.tsx';
import type { DocumentEntity } from '#wire/document.ts';
import { isString } from '#wire/json.ts';
import tools from '../tools.module.css';
import { MarkTools, markOfKey, putMark } from './mark-tools.tsx';
import css from './note-page.module.css';
import { NoteViewer } from './note-viewer.tsx';
import type { MarkedFormat } from './text-marks.ts';

const kinds = ['text/plain', 'text/markdown', 'text/html'] as const;

export interface NoteEditorProps {
  readonly document: DocumentEntity;
  readonly text: string;
  readonly onClose: () => void;
}

export function NoteEditor({ document, text: stored, onClose }: NoteEditorProps) {
  const { t } = useTranslation('preview');
  const queries = useQueryClient();
  const type = propertyOf(document, 'note:mime_type');
  const storedType = isString(type) && type !== '' ? type : 'text/plain';
  // The save is based on the note as it was when editing began.
  const [base] = useState(document);
  // Keep the first values: the stored ones change below this form as soon as it has been saved.
  const [begun] = useState({ text: stored, type: type ?? null });
  const [text, setText] = useState(stored);
  const [mediaType, setMediaType] = useState(storedType);
  const [shown, setShown] = useState<'write' | 'both' | 'look'>('write');
  const area = useRef<HTMLTextAreaElement>(null);
  const looked = useDeferredValue(text);
  const format = formatOf(mediaType);
  // Others' changes arrive on this page, but the server does not refuse a save over those of a script.
  const isForestalled = stored !== begun.text && stored !== text;
  const [isWarned, setIsWarned] = useState(false);
  const changed = text !== stored || mediaType !== storedType;
  useLeaveGuard(changed, document.uid === null ? undefined : paths.doc.href(document.uid));
  const save = useMutation({
    networkMode: 'always',
    mutationFn: (force: boolean) => {
      const properties = { 'note:note': text, 'note:mime_type': mediaType };
      return saveOrKeep(queries, base, properties, () => putDocument({ document: base, properties, force }));
    },
    onSuccess: async (saved) => {
      if (saved !== null) await refreshDocuments(queries);
      if (saved === null) addToast({ text: t('note.kept') });
      else addToast({ text: t('note.savedAs', { name: saved.title }), undo: () => undoing.mutate(saved) });
      onClose();
    },
  });
  /** Does not overwrite what others have written since. */
  const undoing = useMutation({
    mutationFn: async (saved: DocumentEntity) => {
      const fresh = await queries.fetchQuery({ ...documentById(saved.uid ?? ''), staleTime: 0 });
      if (propertyOf(fresh, 'note:note') !== propertyOf(saved, 'note:note'))
        throw new Error(t('note.writtenSince'));
      return putDocument({
        document: fresh,
        properties: { 'note:note': begun.text, 'note:mime_type': begun.type },
      });
    },
    onSuccess: () => refreshDocuments(queries),
    onError: ({ message }) => void addToast({ kind: 'bad', text: t('note.notUndone', { reason: message }) }),
  });
  const giveUp = async () => {
    if (!changed || (await askToLeave())) onClose();
  };
  const keep = () => {
    if (!changed) onClose();
    else if (isForestalled) setIsWarned(true);
    else if (!save.isPending) save.mutate(false);
  };
  useShortcut({ keys: 'mod+S', label: t('note.save'), group: t('keys'), inFields: true, run: keep });
  return (
    <div className={css.note}>
      <div className={tools.tools}>
        <Segments
          label={t('note.view')}
          value={shown}
          onChange={setShown}
          segments={[
            { id: 'write', label: t('note.write') },
            { id: 'both', label: t('note.both') },
            { id: 'look', label: t('note.look') },
          ]}
        />
        <div className={css.kind}>
          <Select
            label={t('note.kind')}
            labelHidden
            value={mediaType}
            options={[...new Set([...kinds, storedType])].map((kind) => ({
              value: kind,
              label: t(`note.kinds.${kind.slice(5)}`, { defaultValue: kind }),
            }))}
            onChange={setMediaType}
          />
        </div>
        <div className={css.answers}>
          <Button size="small" variant="quiet" onClick={() => void giveUp()}>
            {t('cancel')}
          </Button>
          <Button
            size="small"
            variant="primary"
            loading={save.isPending}
            loadingText={t('note.saving')}
            onClick={keep}
          >
            {t('note.save')}
          </Button>
        </div>
      </div>
      {(isWarned && isForestalled) || (save.error !== null && isConflict(save.error)) ? (
        <Note
          kind="warn"
          action={
            <Button size="small" onClick={() => save.mutate(true)}>
              {t('note.overwrite')}
            </Button>
          }
        >
          {t('note.conflict')}
        </Note>
      ) : null}
      {save.error === null || isConflict(save.error) ? null : (
        <Note kind="bad">{t('note.notSaved', { reason: save.error.message })}</Note>
      )}
      {shown === 'look' || format === undefined ? null : <MarkTools area={area} format={format} />}
      <div className={css.halves} data-both={shown === 'both' || undefined}>
        {shown === 'look' ? null : (
          <textarea
            ref={area}
            // biome-ignore lint/a11y/noAutofocus: it appears because the user started to write.
            autoFocus
            className={css.area}
            data-code={mediaType === 'text/plain' ? undefined : true}
            aria-label={t('note.text')}
            dir="auto"
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
            onKeyDown={(event) => {
              const mark = format === undefined ? undefined : markOfKey(event);
              if (mark === undefined || format === undefined) return;
              event.preventDefault();
              event.stopPropagation();
              putMark(event.currentTarget, mark, format);
            }}
          />
        )}
        {shown === 'write' ? null : <NoteViewer text={looked} mediaType={mediaType} />}
      </div>
    </div>
  );
}

/** Undefined for plain text, which has no marks. */
function formatOf(mediaType: string): MarkedFormat | undefined {
  if (mediaType === 'text/markdown') return 'markdown';
  return mediaType === 'text/html' ? 'html' : undefined;
}
