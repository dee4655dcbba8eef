// The frame's parts about waiting changes on every page: the dialog, the question before signing out, the documents to be made in
// the current folder, and a message when changes were sent.
import { Suspense, useEffect } from 'react';
import { waitingQueue } from '#web/api/waiting/now-or-later.ts';
import { forgetWaiting, onWaitingSent } from '#web/api/waiting/running-waiting.ts';
import { InSlot } from '#web/frame/frame-slots.tsx';
import { useSubject } from '#web/frame/subject.ts';
import { addToast } from '#web/frame/toasts.ts';
import { closeWaiting, forgetQuestion, openWaiting, useWaitingDialog } from '#web/frame/waiting-dialog.ts';
import { useFormat } from '#web/i18n/use-format.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { AwaitedDialog } from '#web/ui/awaited-dialog.tsx';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { lazyPart } from '#web/ui/lazy-part.ts';
import { useWaiting, useWaitingOf } from './use-waiting.ts';
import css from './waiting.module.css';

const WaitingDialog = lazyPart(() =>
  import('./waiting-dialog.tsx').then((module) => ({ default: module.WaitingDialog })),
);

export function WaitingParts() {
  const { t } = useTranslation('waiting');
  const { open, leave } = useWaitingDialog();
  const { changes } = useWaiting();
  useEffect(() => onWaitingSent((count) => void addToast({ text: t('sent', { count }) })), [t]);
  const discardAndLeave = async () => {
    const { queue } = waitingQueue.getState();
    if (queue !== null) await forgetWaiting(queue);
    forgetQuestion();
    leave?.();
  };
  return (
    <>
      <WaitingHere />
      {open ? (
        <Suspense fallback={<AwaitedDialog onClose={closeWaiting} />}>
          <WaitingDialog onClose={closeWaiting} />
        </Suspense>
      ) : null}
      {leave === null ? null : (
        <ConfirmDialog
          title={t('leave.title')}
          verb={t('leave.verb')}
          pending={false}
          refusal={undefined}
          onConfirm={() => void discardAndLeave()}
          onClose={forgetQuestion}
        >
          {t('leave.text', { count: changes.length })}
        </ConfirmDialog>
      )}
    </>
  );
}

/** Documents to be made in this folder. They are not rows yet: commands cannot act on them. */
function WaitingHere() {
  const { t } = useTranslation('waiting');
  const format = useFormat();
  const folder = useSubject((subject) => subject.folder);
  const names = useWaitingOf(folder?.id ?? '').flatMap(({ work }) => (work.kind === 'new' ? work.name : []));
  if (names.length === 0) return null;
  return (
    <InSlot name="banner">
      <section className={css.here} aria-label={t('here.label')}>
        <p dir="auto">{t('here.text', { count: names.length, names: format.list(names) })}</p>
        <Button size="small" variant="quiet" onClick={openWaiting}>
          {t('show')}
        </Button>
      </section>
    </InSlot>
  );
}
