/**
 * Takes files that are dropped anywhere, from the first screen on. The rest of the uploads comes after it, and
 * finds what was dropped meanwhile among the requests.
 */
import { Suspense } from 'react';
import { AwaitedCommands } from '#web/frame/commands.ts';
import { lazyAfterFirstView } from '#web/frame/first-view.ts';
import { useSubject } from '#web/frame/subject.ts';
import { dropFiles, type UploadPlace } from './upload-requests.ts';
import { useWindowDrop } from './window-transfers.ts';

const Uploads = lazyAfterFirstView(() =>
  import('./uploads.tsx').then((module) => ({ default: module.Uploads })),
);

export function WindowUploads({ username }: { readonly username: string }) {
  const { place, document: shown } = useSubject();
  const placeAt = (over: Element): UploadPlace | null =>
    shown === undefined
      ? place
      : { id: shown.id, title: shown.title, mayAdd: shown.mayFill, purpose: purposeAt(over) };
  const over = useWindowDrop((transfer, onto) => {
    const target = placeAt(onto);
    if (target !== null) dropFiles(target, transfer);
  });
  return (
    <Suspense fallback={<AwaitedCommands />}>
      <Uploads username={username} over={over} target={over === null ? null : placeAt(over)} />
    </Suspense>
  );
}

/** A document's page has a place for its attachments; anywhere else its file is meant. */
function purposeAt(over: Element): 'version' | 'attachment' {
  return over.getAttribute('data-drop') === 'attachment' ? 'attachment' : 'version';
}
