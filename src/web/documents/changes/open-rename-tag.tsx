/** The dialog for another name of a tag, on whatever page it is asked for, and what it left as it was. */
import { lazy, Suspense, useState } from 'react';
import { AwaitedDialog } from '#web/ui/awaited-dialog.tsx';
import type { BulkFailure } from '#wire/search.ts';
import { setRenameTag, useRenameTag } from './rename-tag.ts';

const RenameTagDialog = lazy(() =>
  import('./rename-tag-dialog.tsx').then((module) => ({ default: module.RenameTagDialog })),
);
const FailuresDialog = lazy(() =>
  import('../jobs/failures-dialog.tsx').then((module) => ({ default: module.FailuresDialog })),
);

export function OpenRenameTag() {
  const open = useRenameTag((state) => state.open);
  const [kept, setKept] = useState<readonly BulkFailure[]>([]);
  const close = () => setRenameTag(false);
  return (
    <Suspense fallback={open ? <AwaitedDialog onClose={close} /> : null}>
      {open ? <RenameTagDialog onClose={close} onKept={setKept} /> : null}
      {kept.length === 0 ? null : (
        <FailuresDialog failures={kept} count={kept.length} onClose={() => setKept([])} />
      )}
    </Suspense>
  );
}
