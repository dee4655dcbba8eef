/** The commands of lists for documents that were found: other pages show them with a selection of their own. */
import type { Point } from '#web/ui/context-menu.tsx';
import { OpenQuestion } from '../changes/open-question.tsx';
import { SelectionTools } from './selection-tools.tsx';
import type { Choice } from './use-choice.ts';

export interface FoundToolsProps {
  readonly choice: Choice;
  /** Their properties are to be edited. */
  readonly onEdit: () => void;
  readonly menuAt: Point | null;
  readonly onMenu: (at: Point | null) => void;
}

const bulk = { named: ['download', 'edit', 'tag', 'collect'], icons: ['operation', 'trash'] };

export function FoundTools({ choice, onEdit, menuAt, onMenu }: FoundToolsProps) {
  return (
    <>
      <SelectionTools
        choice={choice}
        context={{ documents: choice.documents, place: null, onEdit }}
        bulk={bulk}
        menuAt={menuAt}
        onMenu={onMenu}
      />
      <OpenQuestion />
    </>
  );
}
