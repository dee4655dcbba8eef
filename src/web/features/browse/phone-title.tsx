/** The title in a phone's top bar; while something is selected, how much, and the way out. */
import { X } from 'lucide-react';
import { useFormat } from '#web/i18n/use-format.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button } from '#web/ui/button.tsx';
import { InSlot } from '#web/ui/frame-slots.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import css from './list-page.module.css';
import type { Choice } from './use-choice.ts';

export interface PhoneTitleProps {
  readonly title: string;
  readonly total: number | undefined;
  readonly choice: Choice;
  readonly onAll: () => void;
}

export function PhoneTitle({ title, total, choice, onAll }: PhoneTitleProps) {
  const { t } = useTranslation('browse');
  const format = useFormat();
  const count = choice.documents.length;
  return (
    <InSlot name="phone-title">
      {count === 0 ? (
        <span className={css['phone-title']}>
          <b dir="auto">{title}</b>
          <span>{total === undefined ? '' : t('items', { count: total, number: format.count(total) })}</span>
        </span>
      ) : (
        <span className={css.choosing}>
          <IconButton icon={X} label={t('bulk.clear')} onClick={choice.clear} />
          <span className={css['phone-title']}>
            <b>{t('bulk.selected', { count, number: format.count(count) })}</b>
            <span dir="auto">{title}</span>
          </span>
          {total !== undefined && count < total ? (
            <Button look="quiet" onClick={onAll}>
              {t('bulk.selectAll')}
            </Button>
          ) : null}
        </span>
      )}
    </InSlot>
  );
}
