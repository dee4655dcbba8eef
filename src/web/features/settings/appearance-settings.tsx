/** Language, theme, density and keys: kept in this browser, and effective at once. */
import { Keyboard } from 'lucide';
import { runningApi } from '#web/api/start.ts';
import { boundCommands } from '#web/frame/commands.ts';
import { setFramePreferences, useFramePreferences } from '#web/frame/frame-preferences.ts';
import { changeLanguage } from '#web/i18n/i18n.ts';
import { isAppLanguage, languageNames } from '#web/i18n/languages.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button } from '#web/ui/button.tsx';
import { Segments } from '#web/ui/segments.tsx';
import { Select } from '#web/ui/select.tsx';
import { Switch } from '#web/ui/switch.tsx';
import css from './settings-page.module.css';

const themes = ['system', 'light', 'dark'] as const;
const densities = ['compact', 'default', 'comfortable'] as const;

export function AppearanceSettings() {
  const { t, language } = useTranslation('settings');
  const { theme, density, plainKeys } = useFramePreferences();
  const offered = runningApi().config.languages.filter(isAppLanguage);
  return (
    <>
      <div className={css.line}>
        <h3 className={css.words}>{t('language')}</h3>
        <Select
          label={t('language')}
          labelHidden
          value={language}
          options={offered.map((one) => ({ value: one, label: languageNames[one] }))}
          onChange={(next) => void changeLanguage(next)}
        />
      </div>
      <div className={css.line}>
        <h3 className={css.words}>{t('theme.label')}</h3>
        <Segments
          label={t('theme.label')}
          value={theme}
          segments={themes.map((id) => ({ id, label: t(`theme.${id}`) }))}
          onChange={(next) => setFramePreferences({ theme: next })}
        />
      </div>
      <div className={css.line}>
        <h3 className={css.words}>{t('density.label')}</h3>
        <Segments
          label={t('density.label')}
          value={density}
          segments={densities.map((id) => ({ id, label: t(`density.${id}`) }))}
          onChange={(next) => setFramePreferences({ density: next })}
        />
      </div>
      <div className={css.line}>
        <div className={css.words}>
          <h3>{t('plainKeys.label')}</h3>
          <p>{t('plainKeys.text')}</p>
        </div>
        <Switch
          label={t('plainKeys.label')}
          labelHidden
          checked={plainKeys}
          onChange={(next) => setFramePreferences({ plainKeys: next })}
        />
      </div>
      <div className={css.line}>
        <div className={css.words}>
          <h3>{t('ownKeys.label')}</h3>
          <p>{t('ownKeys.text')}</p>
        </div>
        <Button icon={Keyboard} onClick={openSheetOfKeys}>
          {t('ownKeys.show')}
        </Button>
      </div>
    </>
  );
}

/** The frame's command, which knows all keys of the current page. */
function openSheetOfKeys(): void {
  void boundCommands()
    .find(({ keys }) => keys === '?')
    ?.run();
}
