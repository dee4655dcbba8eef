// The bar for finding text in the document: the text, the number of hits, next and previous.
import { ChevronDown, ChevronUp, X } from 'lucide';
import { useFormat } from '#web/i18n/use-format.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { IconButton } from '#web/ui/icon-button.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import css from '../tools.module.css';
import type { Find } from './use-find.ts';

export interface FindBarProps {
  readonly find: Find;
  readonly onClose: () => void;
}

export function FindBar({ find, onClose }: FindBarProps) {
  const { t } = useTranslation('preview');
  const format = useFormat();
  const { query, hits, current, searching } = find;
  const none = query.trim() !== '' && !searching && hits.length === 0;
  return (
    <search className={css.find}>
      <TextField
        label={t('pdf.find')}
        labelHidden
        autoFocus
        type="search"
        placeholder={t('pdf.find')}
        value={query}
        onChange={find.setQuery}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onClose();
          else if (event.key === 'Enter') find.step(event.shiftKey ? -1 : 1);
          else return;
          event.preventDefault();
          event.stopPropagation();
        }}
      />
      <span className={css.hits} role="status">
        {hits.length > 0
          ? t('pdf.hit', { number: format.count(current + 1), total: format.count(hits.length) })
          : none
            ? t('pdf.noHit')
            : null}
      </span>
      <IconButton
        icon={ChevronUp}
        size="small"
        label={t('pdf.previousHit')}
        disabled={hits.length === 0}
        onClick={() => find.step(-1)}
      />
      <IconButton
        icon={ChevronDown}
        size="small"
        label={t('pdf.nextHit')}
        disabled={hits.length === 0}
        onClick={() => find.step(1)}
      />
      <IconButton icon={X} size="small" label={t('pdf.endFind')} shortcut="Escape" onClick={onClose} />
    </search>
  );
}
