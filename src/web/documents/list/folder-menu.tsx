/** The menu on the empty space of a folder's list: commands for the folder itself. */
import { FolderPlus, Upload } from 'lucide';
import { creatableTypes, mayAddTo } from '#web/api/document-context.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { ContextMenu, type Point } from '#web/ui/context-menu.tsx';
import type { MenuEntry } from '#web/ui/menu-entries.ts';
import { ask } from '../changes/question.ts';
import { menuOf } from '../commands/command.ts';
import { useDocumentCommands } from '../commands/use-document-commands.ts';
import { useBrowseSlots } from '../slots.ts';
import type { StoredDocument } from '../stored-document.ts';

export interface FolderMenuProps {
  readonly folder: StoredDocument;
  readonly at: Point | null;
  readonly onClose: () => void;
}

const forFolder = ['link', 'access', 'offline', 'trashOf', 'operation'];

export function FolderMenu({ folder, at, onClose }: FolderMenuProps) {
  const { t } = useTranslation('changes');
  const { onPickFiles } = useBrowseSlots();
  const pasting = useDocumentCommands({ documents: [], folder }, ['paste', 'refresh']);
  const about = useDocumentCommands({ documents: [folder], folder }, forFolder);
  const mayAdd = mayAddTo(folder);
  const types = creatableTypes(folder).map(({ type }) => type);
  const adding: readonly MenuEntry[] = [
    ...(mayAdd && types.includes('Folder')
      ? [
          {
            id: 'folder',
            label: t('newFolder'),
            icon: FolderPlus,
            onSelect: () => ask({ kind: 'new', folder, type: 'Folder' }),
          },
        ]
      : []),
    ...(mayAdd && types.includes('File') && onPickFiles !== undefined
      ? [{ id: 'upload', label: t('uploadHere'), icon: Upload, onSelect: () => onPickFiles(folder, 'files') }]
      : []),
    ...(mayAdd ? menuOf(pasting) : []),
  ];
  const apart: readonly MenuEntry[] = adding.length === 0 ? [] : [{ kind: 'separator' }];
  return (
    <ContextMenu
      at={at}
      onClose={onClose}
      label={t('placeMenu')}
      entries={() => [...adding, ...apart, ...menuOf(about)]}
    />
  );
}
