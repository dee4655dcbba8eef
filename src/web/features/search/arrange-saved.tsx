/** The dialog in which the reader orders their saved searches, by drag or with the arrow keys. */

import { setSavedOrder } from '#web/frame/saved-order.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { BidiName } from '#web/ui/bidi-name.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Grip, moveItem, useReorder } from '#web/ui/reorder.tsx';
import type { SavedSearchEntity } from '#wire/search.ts';
import css from './arrange-saved.module.css';

export interface ArrangeSavedProps {
  /** In their current order. */
  readonly searches: readonly SavedSearchEntity[];
  readonly onClose: () => void;
}

export function ArrangeSaved({ searches, onClose }: ArrangeSavedProps) {
  const { t } = useTranslation('search');
  const order = useReorder(searches.length, (from, to) =>
    setSavedOrder(moveItem(searches, from, to).map(({ id }) => id)),
  );
  return (
    <Dialog
      open
      title={t('saved.arrange')}
      description={t('saved.arrangeText')}
      onClose={onClose}
      footer={
        <>
          <Button onClick={() => setSavedOrder([])}>{t('saved.byTitle')}</Button>
          <Button variant="primary" onClick={onClose}>
            {t('saved.arranged')}
          </Button>
        </>
      }
    >
      <ul className={css.items} ref={order.list}>
        {searches.map(({ id, title }, index) => (
          <li key={id} className={css.item} {...order.item(index)}>
            <Grip {...order.grip(index, title)} />
            <BidiName>{title}</BidiName>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
