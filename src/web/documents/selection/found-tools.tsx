/** The commands of lists for documents that were found: other pages show them with a selection of their own. */
import { lazy, Suspense } from 'react';
import { AwaitedDialog } from '#web/ui/awaited-dialog.tsx';
import type { Point } from '#web/ui/context-menu.tsx';
import { closeQuestion, useAsking } from '../changes/asking.ts';
import { SelectionTools } from './selection-tools.tsx';
import type { Choice } from './use-choice.ts';

const QuestionDialog = lazy(() =>
  import('../changes/question-dialog.tsx').then((module) => ({ default: module.QuestionDialog })),
);

export interface FoundToolsProps {
  readonly choice: Choice;
  /** Their properties are to be edited. */
  readonly onEdit: () => void;
  readonly menuAt: Point | null;
  readonly onMenu: (at: Point | null) => void;
}

const bulk = { named: ['download', 'edit', 'tag', 'collect'], icons: ['operation', 'trash'] };

export function FoundTools({ choice, onEdit, menuAt, onMenu }: FoundToolsProps) {
  const asked = useAsking((state) => state.question !== null);
  return (
    <>
      <SelectionTools
        choice={choice}
        context={{ documents: choice.documents, place: null, onEdit }}
        bulk={bulk}
        menuAt={menuAt}
        onMenu={onMenu}
      />
      {asked ? (
        <Suspense fallback={<AwaitedDialog onClose={closeQuestion} />}>
          <QuestionDialog />
        </Suspense>
      ) : null}
    </>
  );
}
