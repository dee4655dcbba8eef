/** The title in a phone's top bar; while something is selected, the number, and a button to clear the selection. */

import { ArrowLeft, X } from 'lucide';
import { useNavigate } from 'react-router-dom';
import { InSlot } from '#web/frame/frame-slots.tsx';
import { useFormat } from '#web/i18n/use-format.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { withVisibleControls } from '#web/i18n/visible-controls.ts';
import { Button } from '#web/ui/button.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { ChosenCount } from '../selection/chosen-count.tsx';
import type { Choice } from '../selection/use-choice.ts';
import type { SelectAll } from '../selection/use-select-all.ts';
import css from './list-page.module.css';

export interface PhoneTitleProps {
  readonly title: string;
  /** Address of the folder above; null if there is none. */
  readonly up: string | null;
  readonly total: number | undefined;
  readonly choice: Choice;
  readonly everything: SelectAll;
}

export function PhoneTitle({ title, up, total, choice, everything }: PhoneTitleProps) {
  const { t } = useTranslation('documents');
  const format = useFormat();
  const navigate = useNavigate();
  const { count } = choice;
  return (
    <InSlot name="phone-title">
      {choice.count === 0 ? (
        <span className={css.choosing}>
          {up === null ? null : (
            <IconButton
              icon={ArrowLeft}
              directional
              label={t('problem.up')}
              onClick={() => void navigate(up)}
            />
          )}
          <span className={css['phone-title']}>
            <b dir="auto">{withVisibleControls(title)}</b>
            <span>
              {total === undefined ? '' : t('items', { count: total, number: format.count(total) })}
            </span>
          </span>
        </span>
      ) : (
        <span className={css.choosing}>
          <IconButton icon={X} label={t('bulk.clear')} onClick={choice.clear} />
          <span className={css['phone-title']}>
            <b>
              <ChosenCount choice={choice} everything={everything} />
            </b>
            <span dir="auto">{withVisibleControls(title)}</span>
          </span>
          {count < everything.rowCount && everything.progress === null ? (
            <Button variant="quiet" onClick={everything.start}>
              {t('bulk.selectAll')}
            </Button>
          ) : null}
        </span>
      )}
    </InSlot>
  );
}
