/** The Run button at the end of a form, and Cancel beside it during a run. */
import { Play, Square } from 'lucide';
import { useAwayReason } from '#web/api/use-connection.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button } from '#web/ui/button.tsx';
import { cancelRun, type RunRecord } from './operation-runs.ts';

export function RunButtons({ record }: { readonly record: RunRecord | undefined }) {
  const { t } = useTranslation('operations');
  const away = useAwayReason();
  const running = record?.state === 'running';
  return (
    <>
      {running ? (
        <Button icon={Square} onClick={() => cancelRun(record.key)}>
          {t('cancel')}
        </Button>
      ) : null}
      <Button
        variant="primary"
        type="submit"
        icon={Play}
        loading={running}
        loadingText={t('running')}
        disabledReason={away}
      >
        {record === undefined ? t('run') : t('again')}
      </Button>
    </>
  );
}
