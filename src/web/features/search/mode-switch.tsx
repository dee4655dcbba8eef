/** The switch between the three ways to search: words, builder and NXQL. */
import { useTranslation } from '#web/i18n/use-translation.ts';
import css from './mode-switch.module.css';
import type { SearchMode } from './search-state.ts';

const modes: readonly SearchMode[] = ['words', 'builder', 'nxql'];

export interface ModeSwitchProps {
  readonly mode: SearchMode;
  readonly onChange: (mode: SearchMode) => void;
}

export function ModeSwitch({ mode, onChange }: ModeSwitchProps) {
  const { t } = useTranslation('search');
  return (
    <fieldset className={css.switch} aria-label={t('mode.label')}>
      {modes.map((one) => (
        <button
          key={one}
          type="button"
          className={css.mode}
          aria-pressed={one === mode}
          onClick={() => one !== mode && onChange(one)}
        >
          {t(`mode.${one}`)}
        </button>
      ))}
    </fieldset>
  );
}
