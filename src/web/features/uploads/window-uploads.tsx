/**
 * Takes files dropped anywhere, from the first screen on. The rest of the uploads loads later, and finds earlier drops in
 * upload-requests.ts.
 */
import { Suspense } from 'react';
import { AwaitedCommands } from '#web/frame/commands.ts';
import { lazyAfterFirstView } from '#web/frame/first-view.ts';
import { useSubject } from '#web/frame/subject.ts';
import { dropFiles } from './upload-requests.ts';
import { useWindowDrop } from './window-transfers.ts';

const Uploads = lazyAfterFirstView(() =>
  import('./uploads.tsx').then((module) => ({ default: module.Uploads })),
);

export function WindowUploads({ username }: { readonly username: string }) {
  const folder = useSubject((subject) => subject.folder);
  const take = (transfer: DataTransfer) => folder !== null && dropFiles(folder, transfer);
  const over = useWindowDrop(take);
  return (
    <Suspense fallback={<AwaitedCommands />}>
      <Uploads username={username} over={over} />
    </Suspense>
  );
}
