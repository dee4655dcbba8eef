/** JSON as it was received, in the query editor's colours, with a button to copy it. It is never parsed as markup. */
import { Copy } from 'lucide';
import type { ReactNode } from 'react';
import { addToast } from '#web/frame/toasts.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { IconButton } from '#web/ui/icon-button.tsx';
import css from './json-view.module.css';

/** A longer text is not coloured, since that would make the page slow. */
const mostColoured = 60_000;

export function JsonView({ value, label }: { readonly value: unknown; readonly label: string }) {
  const { t } = useTranslation('operations');
  const text = JSON.stringify(value, null, 2) ?? '';
  return (
    <div className={css.box}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll area must be reachable with the keyboard. */}
      <section className={css.json} aria-label={label} tabIndex={0}>
        <pre>{text.length > mostColoured ? text : coloured(text)}</pre>
      </section>
      <span className={css.copy}>
        <IconButton
          icon={Copy}
          size="small"
          label={t('result.copy')}
          onClick={() =>
            void navigator.clipboard.writeText(text).then(
              () => addToast({ text: t('copied') }),
              () => addToast({ kind: 'bad', text: t('notCopied') }),
            )
          }
        />
      </span>
    </div>
  );
}

const pieces = /("(?:[^"\\]|\\.)*")(\s*:)?|\b(?:true|false|null)\b|-?\d+(?:\.\d+)?(?:e[+-]?\d+)?/gi;

function coloured(text: string): readonly ReactNode[] {
  const shown: ReactNode[] = [];
  let at = 0;
  for (const match of text.matchAll(pieces)) {
    const [whole, string, colon] = match;
    const kind = string === undefined ? css.number : colon === undefined ? css.string : css.name;
    shown.push(
      text.slice(at, match.index),
      <span key={match.index} className={kind}>
        {string ?? whole}
      </span>,
      colon ?? '',
    );
    at = match.index + whole.length;
  }
  return [...shown, text.slice(at)];
}
