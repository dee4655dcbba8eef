// Shown in place of a page that failed to load or to render. The frame around it keeps working.
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';

export function PageCrash({ cause, retry }: { readonly cause: Error; readonly retry: () => void }) {
  const { t } = useTranslation('shell');
  return (
    <EmptyState
      level={1}
      title={t('crash.title')}
      action={
        <>
          <Button onClick={retry}>{t('crash.retry')}</Button>
          <Button variant="primary" onClick={() => location.reload()}>
            {t('crash.reload')}
          </Button>
        </>
      }
    >
      {t('crash.text', { reason: cause.message })}
    </EmptyState>
  );
}
