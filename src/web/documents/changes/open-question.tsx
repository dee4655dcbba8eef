/** The dialog that a command has opened, if any: mounted by every page whose commands ask something. */
import { Suspense } from 'react';
import { usePageActive } from '#web/frame/page-pane.ts';
import { AwaitedDialog } from '#web/ui/awaited-dialog.tsx';
import { useModalDepth } from '#web/ui/modal-depth.ts';
import { preparedPart } from '#web/ui/prepared-part.ts';
import { closeQuestion, useQuestion } from './question.ts';

const QuestionDialog = preparedPart(() =>
  import('./question-dialog.tsx').then((module) => module.QuestionDialog),
);

export function OpenQuestion() {
  const isOpen = useQuestion((state) => state.question !== null);
  const active = usePageActive();
  // Counts from the command on: between the placeholder and the dialog itself there are moments without either.
  useModalDepth(isOpen && active);
  return isOpen && active ? (
    <Suspense fallback={<AwaitedDialog onClose={closeQuestion} />}>
      <QuestionDialog />
    </Suspense>
  ) : null;
}
