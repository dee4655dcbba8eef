// Buttons that add marks around the selected text; the usual keys do the same.
import { Bold, Code, Heading, type IconNode, Italic, Link, List, ListOrdered, TextQuote } from 'lucide';
import type { RefObject } from 'react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { IconButton } from '#web/ui/icon-button.tsx';
import css from './note-page.module.css';
import { type MarkedFormat, type TextMark, textMarks, withMark } from './text-marks.ts';

const icons: Readonly<Record<TextMark, IconNode>> = {
  bold: Bold,
  italic: Italic,
  heading: Heading,
  list: List,
  numbers: ListOrdered,
  quote: TextQuote,
  code: Code,
  link: Link,
};

const keys: Partial<Readonly<Record<TextMark, string>>> = { bold: 'mod+B', italic: 'mod+I' };

/** The mark for a key press. */
export function markOfKey(event: {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
}) {
  if (!event.ctrlKey && !event.metaKey) return undefined;
  const wanted = `mod+${event.key.toUpperCase()}`;
  return textMarks.find((mark) => keys[mark] === wanted);
}

/** Inserts it as if typed, so that the browser's own undo removes it. */
export function putMark(area: HTMLTextAreaElement, mark: TextMark, format: MarkedFormat): void {
  const { from, to, insert, start, end } = withMark(mark, format, {
    text: area.value,
    start: area.selectionStart,
    end: area.selectionEnd,
  });
  area.focus();
  area.setSelectionRange(from, to);
  document.execCommand('insertText', false, insert);
  area.setSelectionRange(start, end);
}

export interface MarkToolsProps {
  readonly area: RefObject<HTMLTextAreaElement | null>;
  readonly format: MarkedFormat;
}

export function MarkTools({ area, format }: MarkToolsProps) {
  const { t } = useTranslation('preview');
  return (
    <div className={css.marks} role="toolbar" aria-label={t('note.marks')}>
      {textMarks.map((mark) => (
        <IconButton
          key={mark}
          icon={icons[mark]}
          size="small"
          label={t(`note.mark.${mark}`)}
          shortcut={keys[mark]}
          onClick={() => area.current !== null && putMark(area.current, mark, format)}
        />
      ))}
    </div>
  );
}
