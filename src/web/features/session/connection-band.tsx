/** While the server does not answer: how old the page is, what is kept, when it tries next, and a way to try now. */
import { useIsMutating } from '@tanstack/react-query';
import { WifiOff } from 'lucide-react';
import { useEffect, useState } from 'react';
import { runningApi } from '#web/api/start.ts';
import { InSlot } from '#web/frame/frame-slots.tsx';
import { useFormat } from '#web/i18n/use-format.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button } from '#web/ui/button.tsx';
import { Band } from './band.tsx';
import { useConnection } from './use-session.ts';

export function ConnectionBand() {
  const { t } = useTranslation('session');
  const format = useFormat();
  const state = useConnection();
  const kept = useIsMutating();
  if (state.status === 'connected') return null;
  return (
    <InSlot name="banner">
      <Band
        label={t('connection.label')}
        icon={WifiOff}
        aside={<NextTry at={state.nextTryAt} />}
        action={
          <Button size="small" onClick={() => void runningApi().connection.retryNow()}>
            {t('connection.retry')}
          </Button>
        }
      >
        <b>{t('connection.lost')}</b> {t('connection.age', { time: format.time(new Date(state.since)) })}{' '}
        {kept === 0 ? null : t('connection.kept', { count: kept })}
      </Band>
    </InSlot>
  );
}

function NextTry({ at }: { readonly at: number | null }) {
  const { t } = useTranslation('session');
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  if (at === null) return t('connection.trying');
  return t('connection.next', { count: Math.max(1, Math.ceil((at - now) / 1000)) });
}
