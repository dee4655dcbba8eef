/** The input of an operation: the selection, a document to search for, files, text, or nothing. */
import { FileUp, X } from 'lucide';
import { useRef, useState } from 'react';
import { useKindWords } from '#web/documents/use-kind-word.ts';
import { DocumentPicker } from '#web/forms/document-picker.tsx';
import type { SubjectItem } from '#web/frame/subject.ts';
import { useFormat } from '#web/i18n/use-format.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button } from '#web/ui/button.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { MiddleTruncate } from '#web/ui/middle-truncate.tsx';
import { Grip, moveItem, useReorder } from '#web/ui/reorder.tsx';
import { Select } from '#web/ui/select.tsx';
import { TextArea } from '#web/ui/text-area.tsx';
import type { InputKind } from './catalogue.ts';
import css from './operation-input.module.css';

export interface PanelInput {
  readonly kind: InputKind;
  readonly documents: readonly SubjectItem[];
  readonly files: readonly File[];
  readonly text: string;
}

export interface OperationInputProps {
  readonly kinds: readonly InputKind[];
  readonly input: PanelInput;
  readonly onChange: (input: PanelInput) => void;
  /** The documents are the selection's, and change with it. */
  readonly selected: boolean;
  readonly error: string | undefined;
}

export function OperationInput({ kinds, input, onChange, selected, error }: OperationInputProps) {
  const { t } = useTranslation('operations');
  return (
    <div className={css.input}>
      <div className={css.head}>
        {kinds.length > 1 ? (
          <Select
            label={t('input.label')}
            value={input.kind}
            options={kinds.map((kind) => ({ value: kind, label: t(`input.${kind}`) }))}
            onChange={(kind) => onChange({ ...input, kind })}
          />
        ) : (
          <p className={css.only}>
            {t('input.label')} <span>{t(`input.${input.kind}`)}</span>
          </p>
        )}
      </div>
      {input.kind === 'documents' ? (
        <Documents input={input} onChange={onChange} selected={selected} error={error} />
      ) : null}
      {input.kind === 'files' ? <Files input={input} onChange={onChange} error={error} /> : null}
      {input.kind === 'text' || input.kind === 'query' ? (
        <TextArea
          label={t(`input.${input.kind}`)}
          dir={input.kind === 'query' ? 'ltr' : undefined}
          spellCheck={input.kind !== 'query'}
          labelHidden
          value={input.text}
          error={error}
          onChange={(text) => onChange({ ...input, text })}
        />
      ) : null}
    </div>
  );
}

type PartProps = Pick<OperationInputProps, 'input' | 'onChange' | 'error'>;

function Documents({ input, onChange, selected, error }: PartProps & { readonly selected: boolean }) {
  const { t } = useTranslation('operations');
  const words = useKindWords();
  const { documents } = input;
  const order = useReorder(documents.length, (from, to) =>
    onChange({ ...input, documents: moveItem(documents, from, to) }),
  );
  return (
    <>
      {selected ? <p className={css.note}>{t('input.selected', { count: documents.length })}</p> : null}
      {documents.length === 0 ? null : (
        <ul className={css.items} ref={order.list}>
          {documents.map(({ id, title, type }, index) => (
            <li key={id} className={css.item} {...order.item(index)}>
              {documents.length > 1 ? <Grip {...order.grip(index, title)} /> : null}
              <MiddleTruncate name={title} />
              <span className={css.fact}>{words.ofType(type)}</span>
              <IconButton
                icon={X}
                size="small"
                label={t('input.remove', { name: title })}
                onClick={() => onChange({ ...input, documents: documents.filter((one) => one.id !== id) })}
              />
            </li>
          ))}
        </ul>
      )}
      <DocumentPicker
        label={t('input.add')}
        labelHidden={documents.length > 0}
        placeholder={t('input.add')}
        value={null}
        error={error}
        onChange={(_, document) => {
          if (document === undefined || document.uid === null) return;
          const { uid, title, type } = document;
          const others = documents.filter(({ id }) => id !== uid);
          onChange({ ...input, documents: [...others, { id: uid, title, type }] });
        }}
      />
    </>
  );
}

function Files({ input, onChange, error }: PartProps) {
  const { t } = useTranslation('operations');
  const format = useFormat();
  const picker = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const { files } = input;
  const order = useReorder(files.length, (from, to) =>
    onChange({ ...input, files: moveItem(files, from, to) }),
  );
  const add = (list: FileList | null) => {
    if (list !== null && list.length > 0) onChange({ ...input, files: [...files, ...list] });
  };
  return (
    <fieldset
      className={css.drop}
      aria-label={t('input.files')}
      data-over={over || undefined}
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes('Files')) return;
        event.preventDefault();
        event.stopPropagation();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        event.stopPropagation();
        setOver(false);
        add(event.dataTransfer.files);
      }}
    >
      {files.length === 0 ? null : (
        <ul className={css.items} ref={order.list}>
          {files.map((file, index) => (
            <li
              key={`${file.name} ${file.size} ${file.lastModified}`}
              className={css.item}
              {...order.item(index)}
            >
              {files.length > 1 ? <Grip {...order.grip(index, file.name)} /> : null}
              <MiddleTruncate name={file.name} />
              <span className={css.fact}>{format.size(file.size)}</span>
              <IconButton
                icon={X}
                size="small"
                label={t('input.remove', { name: file.name })}
                onClick={() => onChange({ ...input, files: files.filter((one) => one !== file) })}
              />
            </li>
          ))}
        </ul>
      )}
      <Button icon={FileUp} onClick={() => picker.current?.click()}>
        {t('input.pick')}
      </Button>
      <input
        ref={picker}
        type="file"
        multiple
        hidden
        aria-label={t('input.files')}
        onChange={(event) => {
          add(event.currentTarget.files);
          event.currentTarget.value = '';
        }}
      />
      {error === undefined ? null : <p className={css.error}>{error}</p>}
    </fieldset>
  );
}
