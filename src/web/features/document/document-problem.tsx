// Why a document cannot be shown, and what can be done about it.

import { Link } from 'react-router-dom';
import { hasStatus } from '#web/api/api-error.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { paths } from '#web/paths.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';

export interface DocumentProblemProps {
  readonly error: Error;
  readonly onRetry: () => void;
}

export function DocumentProblem({ error, onRetry }: DocumentProblemProps) {
  const { t } = useTranslation('document');
  const kind = hasStatus(error, 404) ? 'gone' : hasStatus(error, 403) ? 'forbidden' : 'failed';
  return (
    <EmptyState
      level={1}
      title={t(`problem.${kind}`)}
      action={
        kind === 'failed' ? (
          <Button onClick={onRetry}>{t('retry')}</Button>
        ) : (
          <Link className={buttonClass({})} to={paths.home.href()}>
            {t('problem.home')}
          </Link>
        )
      }
    >
      {kind === 'failed' ? error.message : t(`problem.${kind}Text`)}
    </EmptyState>
  );
}
