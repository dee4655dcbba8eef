// Shown while the rights of a document load, or if they could not be loaded.
import type { UseQueryResult } from '@tanstack/react-query';
import type { DocumentAccess } from '#web/api/access.ts';
import { FailureNote } from '#web/documents/failure-note.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

export interface AwaitedAccessProps {
  readonly access: Pick<UseQueryResult<DocumentAccess>, 'error' | 'refetch'>;
}

export function AwaitedAccess({ access: { error, refetch } }: AwaitedAccessProps) {
  return error === null ? (
    <Skeleton width="70%" />
  ) : (
    <FailureNote error={error} onRetry={() => void refetch()} />
  );
}
