/** Other runs: running ones with Cancel, ended ones with a button to repeat them with the same parameters. */
import { CircleCheck, CircleSlash, CircleX, RotateCw, Square } from 'lucide';
import { useFormat } from '#web/i18n/use-format.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Icon } from '#web/ui/icon.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { cancelRun, forgetRuns, type RunRecord, useRuns } from './operation-runs.ts';
import type { ParameterTexts } from './parameter-values.ts';
import css from './run-history.module.css';

export interface RunHistoryProps {
  /** The run that is on screen already. */
  readonly except: string | null;
  readonly onAgain: (id: string, texts: ParameterTexts) => void;
}

const mostShown = 8;
const signs = { done: CircleCheck, failed: CircleX, cancelled: CircleSlash } as const;

export function RunHistory({ except, onAgain }: RunHistoryProps) {
  const { t } = useTranslation('operations');
  const records = useRuns((state) => state.records);
  const others = records.filter(({ key }) => key !== except).slice(0, mostShown);
  if (others.length === 0) return null;
  return (
    <section aria-label={t('others')}>
      <h2 className={css.title}>
        {t('others')}
        <button type="button" className={css.link} onClick={forgetRuns}>
          {t('forget')}
        </button>
      </h2>
      <ul>
        {others.map((record) => (
          <PastRun key={record.key} record={record} onAgain={() => onAgain(record.id, record.texts)} />
        ))}
      </ul>
    </section>
  );
}

function PastRun({ record, onAgain }: { readonly record: RunRecord; readonly onAgain: () => void }) {
  const { t } = useTranslation('operations');
  const format = useFormat();
  const { key, id, state, startedAt, failure } = record;
  return (
    <li className={css.run}>
      <span className={css.sign} data-state={state}>
        {state === 'running' ? <Spinner /> : <Icon icon={signs[state]} size={14} />}
      </span>
      <span className={css.text}>
        <code>{id}</code> · {failure ?? t(`ended.${state}`)}
      </span>
      <bdi className={css.when}>{format.relative(new Date(startedAt))}</bdi>
      {state === 'running' ? (
        <IconButton
          icon={Square}
          size="small"
          label={t('cancelNamed', { name: id })}
          onClick={() => cancelRun(key)}
        />
      ) : (
        <IconButton icon={RotateCw} size="small" label={t('againNamed', { name: id })} onClick={onAgain} />
      )}
    </li>
  );
}
