// The form for a comment, in which people can be mentioned. Ctrl/Cmd+Enter sends it.
import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { MentionArea } from '#web/forms/mention-area.tsx';
import { useLeaveGuard } from '#web/frame/use-leave-guard.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button } from '#web/ui/button.tsx';
import css from './panel-lists.module.css';

export interface CommentFormProps {
  readonly label: string;
  readonly verb: string;
  readonly text?: string;
  /** Takes the focus, because the reader asked to write here. */
  readonly focused?: boolean;
  readonly pending: boolean;
  readonly failure: Error | null;
  /** @param sent to be called when the comment is stored: empties the field, unless its text has changed meanwhile */
  readonly onSend: (text: string, sent: () => void) => void;
  readonly onCancel?: () => void;
}

export function CommentForm({
  label,
  verb,
  text: given = '',
  focused = false,
  pending,
  failure,
  onSend,
  onCancel,
}: CommentFormProps) {
  const { t } = useTranslation('document');
  const form = useRef<HTMLFormElement>(null);
  const [text, setText] = useState(given);
  useLeaveGuard(text.trim() !== given.trim(), useLocation().pathname);
  useEffect(() => {
    const area = form.current?.querySelector('textarea');
    if (!focused || area == null) return;
    area.focus();
    area.setSelectionRange(area.value.length, area.value.length);
  }, [focused]);
  const send = () => {
    if (text.trim() === '' || pending) return;
    onSend(text.trim(), () => {
      setText((now) => (now === text ? '' : now));
      // The button is disabled now.
      form.current?.querySelector('textarea')?.focus();
    });
  };
  return (
    <form
      ref={form}
      className={css.form}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <MentionArea
        label={label}
        value={text}
        error={failure?.message}
        onChange={setText}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) send();
        }}
      />
      <div className={css.buttons}>
        {onCancel === undefined ? null : (
          <Button variant="quiet" size="small" onClick={onCancel}>
            {t('cancel')}
          </Button>
        )}
        <Button size="small" type="submit" loading={pending} disabled={text.trim() === ''}>
          {verb}
        </Button>
      </div>
    </form>
  );
}
