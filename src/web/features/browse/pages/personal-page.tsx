/** Redirects to the signed-in person's own workspace, which the server creates at the first request for it. */

import { useQuery } from '@tanstack/react-query';
import { Navigate } from 'react-router-dom';
import { personalWorkspace } from '#web/api/personal-workspace.ts';
import { paths } from '#web/paths.ts';
import { AwaitedPage } from '#web/ui/awaited-page.tsx';
import { PlaceProblem } from './place-problem.tsx';

export function PersonalPage() {
  const { data, error, refetch } = useQuery(personalWorkspace());
  if (error !== null) return <PlaceProblem path="/" error={error} onRetry={() => void refetch()} />;
  if (data === undefined || data.path === null) return <AwaitedPage />;
  return <Navigate replace to={paths.browse.href(data.path)} />;
}
