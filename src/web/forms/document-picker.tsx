// Chooses a document or a folder: by typing its title, or in the tree.
import { useQuery } from '@tanstack/react-query';
import { FolderTree } from 'lucide';
import { useState } from 'react';
import { treeView } from '#web/api/children.ts';
import { documentById } from '#web/api/document-by-id.ts';
import { nxqlSearch } from '#web/api/search.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Combobox, type ComboboxOption } from '#web/ui/combobox.tsx';
import { type FieldProps, splitField } from '#web/ui/field.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import type { DocumentEntity } from '#wire/document.ts';
import { FolderDialog } from './folder-dialog.tsx';
import css from './forms.module.css';

export interface DocumentPickerProps extends FieldProps {
  /** The uid. */
  readonly value: string | null;
  /** `document` is passed if it is known, for its title and path. */
  readonly onChange: (value: string | null, document?: DocumentEntity) => void;
  /** Only documents that can have children; adds a button that opens the tree. */
  readonly folders?: boolean;
  readonly placeholder?: string;
}

const visible = "ecm:isVersion = 0 AND ecm:isTrashed = 0 AND ecm:mixinType != 'HiddenInNavigation'";

function queryFor(folders: boolean): string {
  const only = folders ? " AND ecm:mixinType = 'Folderish'" : '';
  return `SELECT * FROM Document WHERE ${visible}${only} AND dc:title ILIKE ?`;
}

export function DocumentPicker(props: DocumentPickerProps) {
  const { t } = useTranslation('forms');
  const { field } = splitField(props);
  const { value, onChange, folders = false, placeholder = t('document.placeholder') } = props;
  const [typed, setTyped] = useState('');
  const [walking, setWalking] = useState(false);
  const chosen = useQuery({ ...documentById(value ?? '', treeView), enabled: value !== null });
  // Not deferred: Enter must never choose the first result of an earlier, shorter text.
  const term = typed === chosen.data?.title ? '' : typed.trim();
  const found = useQuery(
    nxqlSearch(queryFor(folders), {
      params: [`%${term.replaceAll(/[\\%_]/g, '\\$&')}%`],
      pageSize: 20,
      maxResults: 1,
      sort: [{ by: 'dc:title', order: 'asc' }],
      view: treeView,
    }),
  );
  const documents = found.data?.entries ?? [];
  const current = value === null ? null : (chosen.data ?? null);
  return (
    <div className={css['with-button']}>
      <Combobox
        {...field}
        placeholder={placeholder}
        options={documents.map(optionOf)}
        value={value === null ? null : current === null ? { id: value, label: value } : optionOf(current)}
        loading={found.isPending || found.isPlaceholderData}
        failure={found.error?.message}
        onTextChange={setTyped}
        onChange={(option) =>
          onChange(
            option?.id ?? null,
            documents.find(({ uid }) => uid === option?.id),
          )
        }
      />
      {folders ? (
        <IconButton
          icon={FolderTree}
          variant="line"
          label={t('document.tree')}
          disabled={field.disabled}
          onClick={() => setWalking(true)}
        />
      ) : null}
      {walking ? (
        <FolderDialog
          title={field.label}
          onClose={() => setWalking(false)}
          onChoose={(folder) => {
            setWalking(false);
            onChange(folder.uid, folder);
          }}
        />
      ) : null}
    </div>
  );
}

function optionOf({ uid, title, path }: DocumentEntity): ComboboxOption {
  return { id: uid ?? '', label: title, detail: parentOf(path ?? '') };
}

function parentOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/')) || '/';
}
