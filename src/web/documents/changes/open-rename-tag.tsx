/** The dialog that renames a tag; mounted on every page. */
import { Suspense } from 'react';
import { AwaitedDialog } from '#web/ui/awaited-dialog.tsx';
import { lazyPart } from '#web/ui/lazy-part.ts';
import { setRenameTag, useRenameTag } from './rename-tag.ts';

const RenameTagDialog = lazyPart(() =>
  import('./rename-tag-dialog.tsx').then((module) => ({ default: module.RenameTagDialog })),
);

export function OpenRenameTag() {
  const open = useRenameTag((state) => state.open);
  const close = () => setRenameTag(false);
  return (
    <Suspense fallback={open ? <AwaitedDialog onClose={close} /> : null}>
      {open ? <RenameTagDialog onClose={close} /> : null}
    </Suspense>
  );
}
