/** Shown instead of the app if config.json has mistakes: each of them, with the expected value. */

import type { ConfigError } from '#web/api/config.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button } from '#web/ui/button.tsx';
import { Mark } from '#web/ui/mark.tsx';
import css from './config-error-page.module.css';
import { settingLine } from './setting-line.ts';

export function ConfigErrorPage({ error }: { readonly error: ConfigError }) {
  const { t } = useTranslation('session');
  return (
    <main className={css.page}>
      <p className={css.brand}>
        <Mark />
        <span>Muniment</span>
      </p>
      <h1>{t('config.title')}</h1>
      <p>{t('config.text')}</p>
      <p>
        <code dir="ltr">{error.address}</code>
      </p>
      <ul className={css.list}>
        {error.problems.map(({ path, code, expected, found }) => {
          const line = settingLine(error.text, path);
          return (
            <li key={`${path} ${code} ${found}`}>
              {path === '' ? null : (
                <code className={css.path} dir="ltr">
                  {path}
                </code>
              )}
              {line === undefined ? null : <span>{t('config.line', { line })}</span>}
              <span>{t(`config.problem.${code}`, { found, expected })}</span>
            </li>
          );
        })}
      </ul>
      <Button variant="primary" onClick={() => location.reload()}>
        {t('config.again')}
      </Button>
    </main>
  );
}
