/** The folder to which a search is limited, with a button to search everywhere. */
import { useQuery } from '@tanstack/react-query';
import { Folder } from 'lucide';
import { treeView } from '#web/api/children.ts';
import { documentByPath } from '#web/api/documents.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Chip } from '#web/ui/chip.tsx';

export interface WithinChipProps {
  readonly path: string;
  readonly onRemove: () => void;
}

export function WithinChip({ path, onRemove }: WithinChipProps) {
  const { t } = useTranslation('search');
  const name = useFolderName(path);
  return (
    <Chip on icon={Folder} name={t('within', { name })} onRemove={onRemove}>
      {t('within', { name })}
    </Chip>
  );
}

export function FolderName({ path }: { readonly path: string }) {
  return <bdi>{useFolderName(path)}</bdi>;
}

/** A folder that may not be read, or is deleted, is named as in its path. */
function useFolderName(path: string): string {
  const { data } = useQuery(documentByPath(path, treeView));
  return data?.title || path.slice(path.lastIndexOf('/') + 1);
}
