/**
 * Uploads on every page: the tray and the system's pickers. It comes after the first screen; what is dropped or asked
 * for, before or after, is among the requests.
 */
import { useQueryClient } from '@tanstack/react-query';
import { FolderUp, Upload } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useDropzone } from 'react-dropzone';
import { useShortcut } from '#web/frame/commands.ts';
import { InSlot } from '#web/frame/frame-slots.tsx';
import { useSubject } from '#web/frame/subject.ts';
import { addToast } from '#web/frame/toasts.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { MenuButton } from '#web/ui/menu-button.tsx';
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx';
import { readDrop, readFiles } from './read-drop.ts';
import { runningUploader } from './running-uploader.ts';
import type { UploadTarget } from './upload-item.ts';
import {
  dropFiles,
  pickFiles,
  takeRequests,
  type UploadPlace,
  useUploadRequests,
} from './upload-requests.ts';
import css from './upload-tray.module.css';
import { UploadTray } from './upload-tray.tsx';
import { useFilePaste } from './use-file-paste.ts';

export interface UploadsProps {
  readonly username: string;
  /** Files are held over the window. */
  readonly over: boolean;
}

export function Uploads({ username, over }: UploadsProps) {
  const { t } = useTranslation('uploads');
  const uploader = runningUploader(username, useQueryClient());
  const place = useSubject(({ place }) => place);
  /** Null: for the interrupted lines, wherever they go. */
  const picked = useRef<UploadTarget | null>(null);
  const take = (chosen: readonly File[]) => {
    if (chosen.length === 0) return;
    if (picked.current !== null) return void uploader.add(readFiles(chosen), picked.current);
    void uploader.reopen(readFiles(chosen)).then((count) => {
      if (count === 0) addToast({ kind: 'bad', text: t('noneOfThem') });
    });
  };
  const files = useDropzone({ ...picker, onDrop: take });
  const folder = useDropzone({ ...picker, onDrop: take });

  const requests = useUploadRequests((asked) => asked.requests);
  useEffect(() => {
    if (requests.length === 0) return;
    for (const request of takeRequests()) {
      if (request.target?.mayAdd === false) {
        addToast({ kind: 'bad', text: t('mayNotAdd', { title: request.target.title }) });
      } else if (request.kind === 'drop') {
        void uploader.add(readDrop(request.dropped), targetOf(request.target));
      } else {
        picked.current = request.target === null ? null : targetOf(request.target);
        (request.what === 'files' ? files : folder).open();
      }
    }
  }, [requests, uploader, files, folder, t]);

  useFilePaste((transfer) => place !== null && dropFiles(place, transfer));

  const pick = (what: 'files' | 'folder') => place !== null && pickFiles(place, what);
  useShortcut(
    { keys: 'mod+U', label: t('upload'), group: t('keys'), run: () => pick('files') },
    place?.mayAdd === true,
  );
  return (
    <>
      <div hidden>
        <input {...files.getInputProps({ 'aria-label': t('files') })} />
        <input {...folder.getInputProps({ 'aria-label': t('folder'), ...folderOnly })} />
      </div>
      {place?.mayAdd !== true ? null : (
        <InSlot name="common-actions">
          <MenuButton
            look="quiet"
            icon={Upload}
            align="end"
            label={t('upload')}
            entries={[
              {
                id: 'files',
                label: t('files'),
                icon: Upload,
                shortcut: 'mod+U',
                onSelect: () => pick('files'),
              },
              { id: 'folder', label: t('folder'), icon: FolderUp, onSelect: () => pick('folder') },
            ]}
          >
            <VisuallyHidden on="rail">{t('upload')}</VisuallyHidden>
          </MenuButton>
        </InSlot>
      )}
      {over ? (
        <div className={css.overlay}>
          <p>
            {place === null
              ? t('dropNowhere')
              : t(place.mayAdd ? 'drop' : 'mayNotAdd', { title: place.title })}
          </p>
        </div>
      ) : null}
      <UploadTray uploader={uploader} onChooseAgain={(what) => pickFiles(null, what)} />
    </>
  );
}

/** What a line of the queue keeps. */
function targetOf({ id, title }: UploadPlace): UploadTarget {
  return { id, title };
}

/** Only the pickers: drops are for rows, the tree and the window below, so the library may not take them. */
const picker = {
  noClick: true,
  noDrag: true,
  noKeyboard: true,
  preventDropOnDocument: false,
  multiple: true,
  useFsAccessApi: false,
} as const;

/** Not in the types of React's inputs, and understood by every browser. */
const folderOnly: Readonly<Record<string, string>> = { webkitdirectory: '' };
