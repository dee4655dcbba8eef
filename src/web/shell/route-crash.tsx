// What stands in for a page that threw while it was shown or loaded. The frame around it goes on.
import { useTranslation } from 'react-i18next';
import { useRouteError } from 'react-router-dom';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';

export function RouteCrash() {
  const { t } = useTranslation('shell');
  const cause = useRouteError();
  const reason = cause instanceof Error ? cause.message : String(cause);
  return (
    <EmptyState
      level={1}
      title={t('crash.title')}
      action={
        <Button look="primary" onClick={() => location.reload()}>
          {t('crash.action')}
        </Button>
      }
    >
      {t('crash.text', { reason })}
    </EmptyState>
  );
}
