/** The commands of lists for search results, shown on other pages with a selection of their own. */
import type { Point } from '#web/ui/context-menu.tsx';
import { OpenQuestion } from '../changes/open-question.tsx';
import { SelectionTools } from './selection-tools.tsx';
import type { Choice } from './use-choice.ts';

export interface FoundToolsProps {
  readonly choice: Choice;
  readonly menuAt: Point | null;
  readonly onMenu: (at: Point | null) => void;
}

const bulk = { named: ['download', 'edit', 'tag', 'collect'], icons: ['operation', 'trash'] };

export function FoundTools({ choice, menuAt, onMenu }: FoundToolsProps) {
  return (
    <>
      <SelectionTools
        choice={choice}
        context={{ documents: choice.documents, folder: null }}
        bulk={bulk}
        menuAt={menuAt}
        onMenu={onMenu}
      />
      <OpenQuestion />
    </>
  );
}
