// Shows which part of a long list is on screen, with buttons to the next. Shows nothing if everything fits on one page.
import { ChevronLeft, ChevronRight } from 'lucide';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { IconButton } from '../icon-button.tsx';
import css from './pager.module.css';

export interface PagerProps {
  readonly offset: number;
  readonly pageSize: number;
  readonly total: number;
  readonly onOffset: (offset: number) => void;
  readonly number: (value: number) => string;
}

export function Pager({ offset, pageSize, total, onOffset, number }: PagerProps) {
  const { t } = useTranslation('controls');
  if (total <= pageSize) return null;
  const last = Math.min(offset + pageSize, total);
  return (
    <nav className={css.pager} aria-label={t('pager.label')}>
      <IconButton
        icon={ChevronLeft}
        directional
        label={t('pager.previous')}
        disabled={offset === 0}
        onClick={() => onOffset(Math.max(0, offset - pageSize))}
      />
      <span>{t('pager.range', { first: number(offset + 1), last: number(last), total: number(total) })}</span>
      <IconButton
        icon={ChevronRight}
        directional
        label={t('pager.next')}
        disabled={last >= total}
        onClick={() => onOffset(offset + pageSize)}
      />
    </nav>
  );
}
