/** The commands about the two panes themselves, registered while both are open. */
import { ArrowLeftRight, Columns2, SquareArrowRight } from 'lucide';
import type { PaneSide } from '#web/documents/panes.ts';
import { useCommands } from '#web/frame/commands.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { panesKeys } from './open-panes.tsx';

export interface InPanes {
  readonly active: PaneSide;
  readonly onOther: () => void;
  readonly onOne: () => void;
  readonly onSwap: () => void;
}

export function useInPanes({ active, onOther, onOne, onSwap }: InPanes): void {
  const { t } = useTranslation('browse');
  const { t: list } = useTranslation('documents');
  const group = list('keys');
  const toTheRight = (active === 'first') === (document.documentElement.dir !== 'rtl');
  useCommands([
    { id: 'panes', label: t('panes.one'), group, icon: Columns2, keys: panesKeys, run: onOne },
    {
      id: 'otherPane',
      label: t('panes.other'),
      group,
      icon: SquareArrowRight,
      keys: toTheRight ? 'mod+ArrowRight' : 'mod+ArrowLeft',
      // In text fields the arrow keys move the cursor.
      inFields: false,
      run: onOther,
    },
    { id: 'swapPanes', label: t('panes.swap'), group, icon: ArrowLeftRight, run: onSwap },
  ]);
}
