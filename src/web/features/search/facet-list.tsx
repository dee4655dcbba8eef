/** The filters with their values and counts: a column beside the results, or the content of a sheet on a phone. */
import { useId, useState } from 'react';
import { useFieldLabel } from '#web/forms/field-label.ts';
import { useFormat } from '#web/i18n/use-format.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { Chip } from '#web/ui/chip.tsx';
import css from './facet-list.module.css';
import type { ChosenFilter, Facet, FacetValue } from './facets.ts';
import { ValueName } from './value-name.tsx';

const fewValues = 6;

export interface FacetListProps {
  readonly facets: readonly Facet[];
  readonly onChoose: (facet: string, keys: readonly string[], on: boolean) => void;
}

export function FacetList({ facets, onChoose }: FacetListProps) {
  return facets.map((facet) => (
    <FacetSection key={facet.id} facet={facet} onChoose={(keys, on) => onChoose(facet.id, keys, on)} />
  ));
}

interface FacetSectionProps {
  readonly facet: Facet;
  readonly onChoose: (keys: readonly string[], on: boolean) => void;
}

function FacetSection({ facet, onChoose }: FacetSectionProps) {
  const { t } = useTranslation('search');
  const fieldLabel = useFieldLabel();
  const title = useId();
  const [all, setAll] = useState(false);
  const shown = all ? facet.values : facet.values.filter(({ chosen }, at) => at < fewValues || chosen);
  const hidden = facet.values.length - shown.length;
  return (
    <section className={css.section} aria-labelledby={title}>
      <h2 id={title} className={css.title}>
        {t(`facet.${facet.field.replace(':', '.')}`, { defaultValue: fieldLabel(facet.field) })}
      </h2>
      {facet.naming.kind === 'period' && facet.values.length > 1 ? (
        <PeriodBars values={facet.values} />
      ) : null}
      <ul>
        {shown.map((value) => (
          <li key={value.name} className={css.value}>
            <Checkbox
              checked={value.chosen}
              onChange={(on) => onChoose(value.keys, on)}
              label={<ValueLabel facet={facet} value={value} />}
            />
          </li>
        ))}
      </ul>
      {hidden > 0 || all ? (
        <button type="button" className={css.link} onClick={() => setAll(!all)}>
          {all ? t('facet.fewer') : t('facet.more', { count: hidden })}
        </button>
      ) : null}
    </section>
  );
}

function ValueLabel({ facet, value }: { readonly facet: Facet; readonly value: FacetValue }) {
  const format = useFormat();
  return (
    <span className={css.label} data-on={value.chosen || undefined}>
      <span className={css.name}>
        <ValueName naming={facet.naming} name={value.name} />
      </span>
      <bdi className={css.count}>{format.count(value.count)}</bdi>
    </span>
  );
}

/** Bars for the counts of each period; hidden from screen readers, as the counts are in the list below. */
function PeriodBars({ values }: { readonly values: readonly FacetValue[] }) {
  const most = Math.max(1, ...values.map(({ count }) => count));
  return (
    <div className={css.bars} aria-hidden="true">
      {values.toReversed().map(({ name, count, chosen }) => (
        <i
          key={name}
          data-on={chosen || undefined}
          style={{ blockSize: `${Math.max(6, (count / most) * 100)}%` }}
        />
      ))}
    </div>
  );
}

export interface ChosenChipsProps {
  readonly chosen: readonly ChosenFilter[];
  readonly onRemove: (filter: ChosenFilter) => void;
}

export function ChosenChips({ chosen, onRemove }: ChosenChipsProps) {
  const { t } = useTranslation('search');
  return chosen.map((filter) => (
    <Chip
      key={`${filter.id} ${filter.name}`}
      on={filter.isApplied}
      bad={!filter.isApplied}
      name={filter.name}
      onRemove={() => onRemove(filter)}
    >
      <ValueName naming={filter.naming} name={filter.name} />
      {filter.isApplied ? null : ` (${t('facet.notApplied')})`}
    </Chip>
  ));
}
