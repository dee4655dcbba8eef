/** One hook: its events, its last deliveries with their outcome, and the buttons for it. */

import { useMutation, useQuery } from '@tanstack/react-query';
import { Send } from 'lucide';
import { type Delivery, deleteHook, deliveries, type Hook, sendAgain, testHook } from '#web/api/hooks.ts';
import { useAwayReason } from '#web/api/use-connection.ts';
import { RefusalNote } from '#web/documents/refusal-note.tsx';
import { Facts, PaneSection } from '#web/frame/pane.tsx';
import { useFormat } from '#web/i18n/use-format.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button } from '#web/ui/button.tsx';
import { Note } from '#web/ui/note.tsx';
import { ItemPane } from '../items/item-pane.tsx';
import { HookDialog } from './hook-dialog.tsx';
import css from './hooks-page.module.css';

export interface HookPaneProps {
  readonly hook: Hook;
  readonly onClose: () => void;
}

export function HookPane({ hook, onClose }: HookPaneProps) {
  const { t } = useTranslation('hooks');
  const { t: shared } = useTranslation('administration');
  const { data, error, refetch } = useQuery(deliveries(hook.id));
  const test = useMutation(testHook());
  const away = useAwayReason();
  const removal = useMutation(deleteHook());
  const { name, address, events, path, owner, enabled } = hook;
  const names = <code dir="ltr">{events.join(', ')}</code>;
  return (
    <ItemPane
      texts="hooks"
      id={hook.id}
      name={name}
      detail={address}
      actions={
        <Button
          icon={Send}
          variant="quiet"
          disabledReason={away}
          loading={test.isPending}
          onClick={() => test.mutate(hook.id)}
        >
          {t('test')}
        </Button>
      }
      removal={removal}
      dialog={(close) => <HookDialog hook={hook} onClose={close} />}
      onClose={onClose}
    >
      <Facts
        facts={[
          [t('events'), events.includes('*') ? t('allEvents') : names],
          [t('path'), path ?? t('everywhere')],
          [t('owner'), owner],
          [shared('state'), enabled ? t('on') : t('off')],
        ]}
      />
      <PaneSection title={t('deliveries.title')}>
        {test.error === null ? null : <RefusalNote error={test.error} />}
        {error === null ? null : (
          <Note kind="bad" onRetry={() => void refetch()}>
            {shared('failed', { reason: error.message })}
          </Note>
        )}
        {data?.length === 0 ? <p>{t('deliveries.none')}</p> : null}
        <ul aria-label={t('deliveries.title')}>
          {data?.map((delivery) => (
            <OneDelivery key={delivery.id} hook={hook.id} delivery={delivery} />
          ))}
        </ul>
      </PaneSection>
    </ItemPane>
  );
}

interface OneDeliveryProps {
  readonly hook: string;
  readonly delivery: Delivery;
}

function OneDelivery({ hook, delivery }: OneDeliveryProps) {
  const { t } = useTranslation('hooks');
  const format = useFormat();
  const { mutate, isPending, error } = useMutation(sendAgain());
  const { id, at, state, attempts, outcome, events } = delivery;
  const isBad = state === 'failed' || state === 'refused';
  return (
    <li className={css.delivery}>
      <div>
        <span className={isBad ? css.bad : undefined}>
          {t(`deliveries.${state}`, { defaultValue: state })}
        </span>
        <p>
          {format.dateTime(new Date(at))},{' '}
          {t('deliveries.events', { count: events, number: format.count(events) })},{' '}
          {t('deliveries.attempts', { count: attempts, number: format.count(attempts) })}
        </p>
        {outcome === '' ? null : (
          <p dir="auto">
            <code>{outcome}</code>
          </p>
        )}
        {error === null ? null : <p className={css.bad}>{error.message}</p>}
      </div>
      <Button size="small" variant="quiet" loading={isPending} onClick={() => mutate({ hook, delivery: id })}>
        {t('deliveries.again')}
      </Button>
    </li>
  );
}
