// A bar chart as a table: names with numbers, each with a bar in proportion to the largest.
import type { CSSProperties, ReactNode } from 'react';
import type { Counted } from '#web/api/management.ts';
import { useFormat } from '#web/i18n/use-format.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import css from './overview.module.css';

export interface BarTableProps {
  readonly title: string;
  readonly rows: readonly Counted[];
  readonly label: (name: string) => ReactNode;
}

export function BarTable({ title, rows, label }: BarTableProps) {
  const { t } = useTranslation('administration');
  const format = useFormat();
  const most = Math.max(1, ...rows.map(({ documents }) => documents));
  return (
    <section className={css.part}>
      <h2>{title}</h2>
      <table className={css.table} aria-label={title}>
        <thead>
          <tr>
            <th scope="col">{t('name')}</th>
            <td className={css.bar} aria-hidden="true" />
            <th scope="col" className={css.number}>
              {t('statistics.documents')}
            </th>
            <th scope="col" className={css.number}>
              {t('statistics.storage')}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, documents, bytes }) => (
            <tr key={name}>
              <td>
                <bdi>{label(name)}</bdi>
              </td>
              <td className={css.bar} aria-hidden="true">
                <span style={shareStyle(documents / most)} />
              </td>
              <td className={css.number}>{format.count(documents)}</td>
              <td className={css.number}>{format.size(bytes)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function shareStyle(share: number): CSSProperties {
  return { '--share': `${share * 100}%` };
}
