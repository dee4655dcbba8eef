/**
 * The field in place of a name: its stem is selected. Enter or leaving the field saves, Esc restores, Tab goes on to the next
 * row.
 */
import { type KeyboardEvent, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { extensionOf } from '#web/ui/cut-name.ts';
import { useChanges } from '../changes/use-changes.ts';
import type { StoredDocument } from '../stored-document.ts';
import { typedKeys } from './early-keys.ts';
import css from './rename-editor.module.css';

export interface RenameEditorProps {
  readonly document: StoredDocument;
  /** Keys pressed before its code loaded, to be replayed in it. */
  readonly early: readonly globalThis.KeyboardEvent[];
  /** `step`: to the next or the previous row; 0 = done. */
  readonly onDone: (step: -1 | 0 | 1) => void;
}

export function RenameEditor({ document, early, onDone }: RenameEditorProps) {
  const { t } = useTranslation('changes');
  const changes = useChanges();
  const [title, setTitle] = useState(document.title);
  const input = useRef<HTMLInputElement>(null);
  const over = useRef(false);

  const finish = (keep: boolean, step: -1 | 0 | 1, text = title) => {
    if (over.current) return;
    over.current = true;
    const wanted = text.trim();
    if (keep && wanted !== '' && wanted !== document.title) {
      void changes.rename(document, wanted);
    }
    onDone(step);
  };

  const begin = useEffectEvent(() => {
    const stem = document.title.length - extensionOf(document.title).length;
    const typed = typedKeys(document.title, stem > 0 ? stem : document.title.length, early);
    if (typed.end !== undefined) return finish(typed.end === 'Enter', 0, typed.text);
    const field = input.current;
    if (field === null) return;
    // Set directly: the next key may come before React renders the new state.
    field.value = typed.text;
    field.focus();
    field.setSelectionRange(typed.from, typed.to);
    setTitle(typed.text);
  });
  // Before the next key.
  useLayoutEffect(() => begin(), []);

  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation();
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter') finish(true, 0);
    else if (event.key === 'Escape') finish(false, 0);
    else if (event.key === 'Tab') finish(true, event.shiftKey ? -1 : 1);
    else return;
    event.preventDefault();
  };

  return (
    <input
      ref={input}
      className={css.field}
      aria-label={t('rename.field', { name: document.title })}
      value={title}
      dir="auto"
      spellCheck={false}
      onChange={(event) => setTitle(event.currentTarget.value)}
      onKeyDown={onKeyDown}
      onBlur={() => finish(true, 0)}
    />
  );
}
