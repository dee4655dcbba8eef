/** The list of documents that a job could not change; mounted on every page. */
import { Suspense } from 'react';
import { AwaitedDialog } from '#web/ui/awaited-dialog.tsx';
import { lazyPart } from '#web/ui/lazy-part.ts';
import { listFailures, useListedFailures } from './failures.ts';

const FailuresDialog = lazyPart(() =>
  import('./failures-dialog.tsx').then((module) => ({ default: module.FailuresDialog })),
);

const close = () => listFailures(null);

export function OpenFailures() {
  const listed = useListedFailures((state) => state.listed);
  if (listed === null) return null;
  return (
    <Suspense fallback={<AwaitedDialog onClose={close} />}>
      <FailuresDialog {...listed} onClose={close} />
    </Suspense>
  );
}
