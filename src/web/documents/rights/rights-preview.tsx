/** Each document with who may do what on it now, and afterwards. */
import { PersonName } from '#web/forms/person-name.tsx';
import { useFormat } from '#web/i18n/use-format.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import css from './rights.module.css';
import type { HeldRight, RightsPlan } from './rights-plan.ts';

interface PreviewRow {
  readonly uid: string;
  readonly name: string;
  readonly plan: RightsPlan;
}

/** Further documents are only counted. */
const mostRows = 200;

export function RightsPreview({ rows }: { readonly rows: readonly PreviewRow[] }) {
  const { t } = useTranslation('rights');
  const { t: words } = useTranslation('document');
  const format = useFormat();
  const rest = rows.length - mostRows;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll area must be reachable with the keyboard.
    <section className={css.preview} aria-label={t('preview')} tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('document')}</th>
            <th scope="col">{words('access.before')}</th>
            <th scope="col">{words('access.after')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, mostRows).map(({ uid, name, plan }) => (
            <tr key={uid}>
              <th scope="row">
                <bdi>{name}</bdi>
              </th>
              <td>
                <Rights held={plan.before} />
              </td>
              {plan.why === undefined ? (
                <td className={css.changed}>
                  <Rights held={plan.after} />
                  {plan.andInherited ? <span className={css.held}>{t('andInherited')}</span> : null}
                </td>
              ) : (
                <td className={css.why} data-refused={plan.why === 'refused' || undefined}>
                  {t(`why.${plan.why}`)}
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
      {rest > 0 ? <p className={css.text}>{t('more', { count: rest, number: format.count(rest) })}</p> : null}
    </section>
  );
}

function Rights({ held }: { readonly held: readonly HeldRight[] }) {
  const { t } = useTranslation('document');
  const { t: own } = useTranslation('rights');
  if (held.length === 0) return own('none');
  return held.map(({ who, permission }) => (
    <span key={`${who} ${permission}`} className={css.held}>
      <PersonName id={who} avatar={false} /> · {t(`permission.${permission}`, { defaultValue: permission })}
    </span>
  ));
}
