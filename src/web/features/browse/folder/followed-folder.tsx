/** Loaded after the list of a folder: refetches what others change there, and binds the key to the folder above. */
import { useNavigate } from 'react-router-dom';
import { useLivePlace } from '#web/documents/rows/use-live-place.ts';
import { parentPath, type StoredDocument } from '#web/documents/stored-document.ts';
import { useShortcut } from '#web/frame/commands.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { paths } from '#web/paths.ts';

export function FollowedFolder({ folder }: { readonly folder: StoredDocument }) {
  const { t } = useTranslation('documents');
  const navigate = useNavigate();
  const { path, uid } = folder;
  useLivePlace(folder);
  useShortcut(
    {
      // In ordered folders the rows themselves handle these keys.
      keys: 'alt+ArrowUp',
      label: t('problem.up'),
      group: t('keys'),
      run: () => void navigate(paths.browse.href(parentPath(path)), { state: { left: uid } }),
    },
    path !== '/',
  );
  return null;
}
