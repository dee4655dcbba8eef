/** The tools for a selection: its bar, its menu, its keys. Loaded after the first rows are on screen. */
import { Suspense } from 'react';
import { AwaitedCommands, useCommands } from '#web/frame/commands.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { ContextMenu, type Point } from '#web/ui/context-menu.tsx';
import { lazyPart } from '#web/ui/lazy-part.ts';
import { type Commands, disableAll, menuOf } from '../commands/command.ts';
import type { CommandSubject } from '../commands/command-definition.ts';
import { useDocumentCommands } from '../commands/use-document-commands.ts';
import { BulkBar } from './bulk-bar.tsx';
import type { Choice } from './use-choice.ts';
import type { SelectAll } from './use-select-all.ts';

export interface SelectionToolsProps {
  readonly choice: Pick<Choice, 'documents' | 'count' | 'elsewhere' | 'clear' | 'except'>;
  /** The whole list, for commands on every row. */
  readonly whole?: WholeList;
  readonly context: CommandSubject;
  /** The commands allowed here; by default those of a folder. A hook, which must stay the same. */
  readonly commandsOf?: (subject: CommandSubject) => Commands;
  /** Ids of the commands in the bulk bar: with words, and as icons. */
  readonly bulk?: { readonly named: readonly string[]; readonly icons: readonly string[] };
  readonly everything?: SelectAll;
  readonly menuAt: Point | null;
  readonly onMenu: (at: Point | null) => void;
}

export interface WholeList {
  readonly query: string;
  readonly params: readonly string[];
  /** The folder that the rows are in, which is not offered as a destination. */
  readonly path: string;
  readonly isTrash: boolean;
}

const JobTools = lazyPart(() =>
  import('../jobs/job-tools.tsx').then((module) => ({ default: module.JobTools })),
);

const folderBulk = { named: ['download', 'move', 'tag', 'workflow'], icons: ['operation', 'trash'] };

export function SelectionTools(props: SelectionToolsProps) {
  const { choice, whole } = props;
  return whole === undefined || choice.except === undefined ? (
    <DocumentTools {...props} />
  ) : (
    <Suspense fallback={<AwaitedCommands />}>
      <JobTools {...props} whole={whole} except={choice.except} />
    </Suspense>
  );
}

function DocumentTools(props: SelectionToolsProps) {
  const {
    choice,
    context,
    commandsOf: useCommandsHere = useDocumentCommands,
    bulk = folderBulk,
    onMenu,
  } = props;
  const { t } = useTranslation('changes');
  const { everything } = props;
  const offered = useCommandsHere(context);
  // Meanwhile commands would act only on the rows already selected.
  const commands = everything?.progress ? disableAll(offered, t('selectionBar.wait')) : offered;
  const count = choice.documents.length;
  useCommands(commands.flat());
  return (
    <>
      <BulkBar choice={choice} commands={commands} {...bulk} everything={everything} />
      <ContextMenu
        at={props.menuAt}
        onClose={() => onMenu(null)}
        label={t('menu', { count })}
        entries={() => menuOf(commands)}
      />
    </>
  );
}
