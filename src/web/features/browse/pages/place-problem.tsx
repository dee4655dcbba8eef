/** Shown if a folder cannot be loaded: not allowed, deleted, or the server cannot be reached; with a way on. */

import { useEffect } from 'react';
import { Link } from 'react-router-dom';
import { hasStatus, isUnreached } from '#web/api/api-error.ts';
import { useForgetVisit } from '#web/documents/forget-visit.ts';
import { parentPath } from '#web/documents/stored-document.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { paths } from '#web/paths.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { announce } from '#web/ui/live-region.tsx';

export interface PlaceProblemProps {
  readonly path: string;
  readonly error: Error;
  /** It was loaded before, so it is now deleted or no longer readable for this person. */
  readonly wasRead?: boolean;
  readonly onRetry: () => void;
}

export function PlaceProblem({ path, error, wasRead = false, onRetry }: PlaceProblemProps) {
  const { t } = useTranslation('browse');
  const { t: documents } = useTranslation('documents');
  const isRoot = path === '/';
  const name = isRoot ? documents('everything') : path.slice(path.lastIndexOf('/') + 1);
  const what = problemOf(error, wasRead);
  useForgetVisit(paths.browse.href(path), what === 'lost' || what === 'forbidden' || what === 'gone');
  useEffect(() => {
    if (what === 'lost') announce(t('problem.lost.title'));
  }, [what, t]);
  return (
    <EmptyState
      level={1}
      title={t(`problem.${what}.title`, { name })}
      action={
        <>
          {what === 'gone' ? (
            <Link className={buttonClass({})} to={paths.trash.href()}>
              {t('problem.trash')}
            </Link>
          ) : (
            <Button onClick={onRetry}>{t('problem.retry')}</Button>
          )}
          <Link
            className={buttonClass({ variant: 'primary' })}
            to={isRoot ? paths.home.href() : paths.browse.href(parentPath(path))}
          >
            {t(isRoot ? 'problem.home' : 'problem.up')}
          </Link>
        </>
      }
    >
      {t(`problem.${what}.text`, { name, reason: error.message })}
    </EmptyState>
  );
}

function problemOf(error: Error, wasRead: boolean): 'lost' | 'forbidden' | 'gone' | 'unreachable' | 'failed' {
  if (wasRead && (hasStatus(error, 403) || hasStatus(error, 404))) return 'lost';
  if (hasStatus(error, 403)) return 'forbidden';
  if (hasStatus(error, 404)) return 'gone';
  return isUnreached(error) ? 'unreachable' : 'failed';
}
