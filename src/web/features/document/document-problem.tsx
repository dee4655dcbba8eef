// Shown if a document cannot be loaded: the reason, and a way on.

import { useEffect } from 'react';
import { Link } from 'react-router-dom';
import { hasStatus, isUnreached } from '#web/api/api-error.ts';
import { useForgetVisit } from '#web/documents/forget-visit.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { paths } from '#web/paths.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { announce } from '#web/ui/live-region.tsx';

export interface DocumentProblemProps {
  readonly uid: string;
  readonly error: Error;
  /** It was loaded before, so it is now deleted or no longer readable for this person. */
  readonly wasRead?: boolean;
  readonly onRetry: () => void;
}

export function DocumentProblem({ uid, error, wasRead = false, onRetry }: DocumentProblemProps) {
  const { t } = useTranslation('document');
  const kind = kindOf(error, wasRead);
  useForgetVisit(paths.doc.href(uid), kind === 'lost' || kind === 'forbidden' || kind === 'gone');
  useEffect(() => {
    if (kind === 'lost') announce(t('problem.lost'));
  }, [kind, t]);
  const isRetryable = kind === 'failed' || kind === 'unreachable';
  return (
    <EmptyState
      level={1}
      title={t(`problem.${kind}`)}
      action={
        isRetryable ? (
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

function kindOf(error: Error, wasRead: boolean): 'lost' | 'gone' | 'forbidden' | 'unreachable' | 'failed' {
  if (wasRead && (hasStatus(error, 403) || hasStatus(error, 404))) return 'lost';
  if (hasStatus(error, 404)) return 'gone';
  if (hasStatus(error, 403)) return 'forbidden';
  return isUnreached(error) ? 'unreachable' : 'failed';
}
