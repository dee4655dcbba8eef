/** Beside a folder's name: that it is kept on this device, is being copied, or is incomplete. */
import { CircleAlert, CloudDownload, CloudOff } from 'lucide';
import { useStore } from 'zustand';
import { offlineFolders } from '#web/api/offline/offline-folders.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Icon } from '#web/ui/icon.tsx';
import { Tooltip } from '#web/ui/tooltip.tsx';
import css from '../document-name.module.css';

export function OfflineMark({ uid }: { readonly uid: string }) {
  const { t } = useTranslation('offline');
  const folder = useStore(offlineFolders, ({ folders }) => folders.find((one) => one.uid === uid));
  if (folder === undefined) return null;
  const { problem, refreshedAt } = folder;
  const state = problem !== null ? 'troubled' : refreshedAt === null ? 'coming' : 'here';
  const text = t(`mark.${state}`);
  return (
    <Tooltip text={text}>
      <span className={css.badge} role="img" aria-label={text}>
        <Icon icon={icons[state]} size={13} />
      </span>
    </Tooltip>
  );
}

const icons = { troubled: CircleAlert, coming: CloudDownload, here: CloudOff } as const;
