/** Follows again the server's jobs that were started on an earlier page and are not ended, or not seen yet. */
import { useEffect } from 'react';
import { useFollowAgain } from '#web/documents/jobs/bulk-run.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';

export function FollowedJobs() {
  const { t } = useTranslation('progress');
  const followAgain = useFollowAgain((what) => t('done', { what }));
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once; otherwise this page would continue uploads that another tab starts later.
  useEffect(followAgain, []);
  return null;
}
