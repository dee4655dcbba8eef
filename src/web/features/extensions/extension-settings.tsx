// The list of extensions in the settings: their state, and a switch for each.
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button } from '#web/ui/button.tsx';
import { Switch } from '#web/ui/switch.tsx';
import { failureWords, nameOf } from './extension-words.ts';
import css from './extensions.module.css';
import { type ListedExtension, useExtensionList } from './extensions-store.ts';
import { restartExtension, switchOffExtension } from './running-extensions.ts';

/** Renders nothing if config.json has no extensions. */
export function ExtensionSettings() {
  const { list } = useExtensionList();
  return list.length === 0 ? null : (
    <ul className={css.list}>
      {list.map((extension) => (
        <OneExtension key={extension.id} extension={extension} />
      ))}
    </ul>
  );
}

function OneExtension({ extension }: { readonly extension: ListedExtension }) {
  const { t } = useTranslation('extensions');
  const { id, configured, state } = extension;
  const name = nameOf(extension);
  return (
    <li className={css.line}>
      <div className={css.words}>
        <h3>
          <bdi>{name}</bdi>
        </h3>
        <p>{state.status === 'broken' ? failureWords(name, state.failure, t) : t(`state.${state.status}`)}</p>
        {state.status === 'misconfigured' ? (
          <ul className={css.reasons}>
            {state.problems.map(({ path, expected, found }) => (
              <li key={path}>{t('problem', { path, expected, found: found === '' ? '–' : found })}</li>
            ))}
          </ul>
        ) : null}
      </div>
      {state.status === 'broken' ? (
        <Button size="small" onClick={() => restartExtension(id)}>
          {t('reload')}
        </Button>
      ) : null}
      {configured === null ? null : (
        <Switch
          label={t('switch', { name })}
          labelHidden
          checked={state.status !== 'off'}
          onChange={(on) => (on ? restartExtension(id) : switchOffExtension(id))}
        />
      )}
    </li>
  );
}
