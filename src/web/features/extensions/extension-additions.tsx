// Converts columns and commands of extensions to the types that lists of documents use for theirs.
import {
  Archive,
  Calendar,
  ChartColumn,
  Check,
  CircleAlert,
  Clock,
  Flag,
  type IconNode,
  List,
  Map as MapIcon,
  Puzzle,
  Send,
  Star,
  Table,
} from 'lucide';
import { useEffect, useSyncExternalStore } from 'react';
import type { IconName } from '#extension';
import type { CommandDefinition } from '#web/documents/commands/command-definition.ts';
import type { ExtensionAdditions } from '#web/documents/extension-additions.ts';
import type { StoredDocument } from '#web/documents/stored-document.ts';
import { currentLanguage, translator } from '#web/i18n/texts.ts';
import { Icon } from '#web/ui/icon.tsx';
import { Tooltip } from '#web/ui/tooltip.tsx';
import { type ActionContribution, type ColumnContribution, wordsIn } from './contributions.ts';
import { failureWords, missingPermissionWords, nameOf } from './extension-words.ts';
import css from './extensions.module.css';
import { type ListedExtension, useExtensionList } from './extensions-store.ts';
import { findMissingPermission, ruleHolds, visiblePart } from './rules.ts';
import { runAction, textsOf } from './running-extensions.ts';

export const icons: Readonly<Record<IconName, IconNode>> = {
  archive: Archive,
  calendar: Calendar,
  chart: ChartColumn,
  check: Check,
  clock: Clock,
  flag: Flag,
  list: List,
  map: MapIcon,
  puzzle: Puzzle,
  send: Send,
  star: Star,
  table: Table,
};

export function additionsOf(list: readonly ListedExtension[]): ExtensionAdditions {
  const shown = list.filter(({ state }) => state.status !== 'off');
  return {
    columns: Object.fromEntries(
      shown.flatMap((extension) =>
        (extension.contributions?.columns ?? []).map((column) => [
          columnId(extension.id, column),
          {
            label: wordsIn(column.title, currentLanguage()),
            width: column.width,
            align: column.align,
            sortable: column.sortable && column.properties.length > 0,
            hideBelow: 560,
            render: (row: StoredDocument) => <TextCell id={extension.id} column={column} row={row} />,
          },
        ]),
      ),
    ),
    commands: shown.flatMap((extension) =>
      (extension.contributions?.actions ?? []).map((action) => commandOf(extension, action)),
    ),
  };
}

/** The id has the form that lists expect: the properties needed (sorting uses the first), then the extension and key. */
function columnId(id: string, { key, properties }: ColumnContribution): string {
  return `${properties.join('.')}--${id}.${key}`;
}

function commandOf(extension: ListedExtension, action: ActionContribution): CommandDefinition {
  const { id, state } = extension;
  return {
    id: `${id}.${action.key}`,
    icon: icons[action.icon],
    label: () => wordsIn(action.label, currentLanguage()),
    applies: ({ documents }) => ruleHolds(action.applies, documents),
    refusal: ({ documents }, { t }) => {
      if (state.status === 'broken')
        return failureWords(nameOf(extension), state.failure, translator('extensions'));
      const lacking = findMissingPermission(action.permissions, documents);
      return lacking && missingPermissionWords(lacking, t);
    },
    run: ({ documents }) =>
      runAction(
        id,
        action,
        documents.map((document) => visiblePart(document, action.properties)),
      ),
  };
}

interface TextCellProps {
  readonly id: string;
  readonly column: ColumnContribution;
  readonly row: StoredDocument;
}

function TextCell({ id, column, row }: TextCellProps) {
  const extension = useExtensionList(({ list }) => list.find((one) => one.id === id));
  const texts = textsOf(id, column.key);
  const broken = extension?.state.status === 'broken' ? extension.state.failure : null;
  const visible = visiblePart(row, column.properties);
  const text = useSyncExternalStore(texts.subscribe, () => texts.textOf(visible));
  useEffect(() => {
    if (broken === null) texts.want(visible);
  });
  if (broken === null || extension === undefined) return <bdi>{text ?? ''}</bdi>;
  const words = failureWords(nameOf(extension), broken, translator('extensions'));
  return (
    <Tooltip text={words}>
      <span className={css.broken} role="img" aria-label={words}>
        <Icon icon={CircleAlert} size={15} />
      </span>
    </Tooltip>
  );
}
