/**
 * Uploads on every page: the tray, files dropped anywhere or pasted, and the system's pickers. It comes after the first
 * screen; what is dropped on a row, the tree or a crumb is handed over by `dropFiles`.
 */
import { useQueryClient } from '@tanstack/react-query';
import { FolderUp, Upload } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useDropzone } from 'react-dropzone';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { InSlot } from '#web/ui/frame-slots.tsx';
import { MenuButton } from '#web/ui/menu-button.tsx';
import { useShortcut } from '#web/ui/shortcuts.ts';
import { useSubject } from '#web/ui/subject.ts';
import { addToast } from '#web/ui/toasts.ts';
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx';
import { readDrop, readFiles } from './read-drop.ts';
import { runningUploader } from './running-uploader.ts';
import type { UploadTarget } from './upload-item.ts';
import { dropFiles, pickFiles, useUploadRequests } from './upload-requests.ts';
import css from './upload-tray.module.css';
import { UploadTray } from './upload-tray.tsx';

export function Uploads({ username }: { readonly username: string }) {
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

  const request = useUploadRequests(({ request }) => request);
  useEffect(() => {
    if (request === null) return;
    useUploadRequests.setState({ request: null });
    if (request.kind === 'drop') return void uploader.add(readDrop(request.dropped), request.target);
    picked.current = request.target;
    (request.what === 'files' ? files : folder).open();
  }, [request, uploader, files, folder]);

  const takeTransfer = (transfer: DataTransfer) => place !== null && dropFiles(place, transfer);
  usePaste(takeTransfer);
  const over = useWindowDrop(takeTransfer);
  const pick = (what: 'files' | 'folder') => place !== null && pickFiles(place, what);
  useShortcut(
    { keys: 'mod+U', label: t('upload'), group: t('keys'), run: () => pick('files') },
    place !== null,
  );
  return (
    <>
      <div hidden>
        <input {...files.getInputProps({ 'aria-label': t('files') })} />
        <input {...folder.getInputProps({ 'aria-label': t('folder'), ...folderOnly })} />
      </div>
      {place === null ? null : (
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
          <p>{place === null ? t('dropNowhere') : t('drop', { title: place.title })}</p>
        </div>
      ) : null}
      <UploadTray uploader={uploader} onChooseAgain={(what) => pickFiles(null, what)} />
    </>
  );
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

/** Files over the window. Rows and tree items that take the drop themselves stop the event before it comes here. */
function useWindowDrop(onDrop: (transfer: DataTransfer) => void): boolean {
  const [over, setOver] = useState(false);
  const latest = useRef(onDrop);
  useEffect(() => {
    latest.current = onDrop;
  });
  useEffect(() => {
    let depth = 0;
    const carries = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') === true;
    const enter = (event: DragEvent) => {
      if (!carries(event)) return;
      depth += 1;
    };
    const leave = (event: DragEvent) => {
      if (!carries(event)) return;
      depth = Math.max(0, depth - 1);
      if (depth === 0) setOver(false);
    };
    // A folder that would take the files says so itself, and stops the event on its way up.
    let isOurs = false;
    const approach = (event: DragEvent) => {
      if (!carries(event)) return;
      isOurs = false;
      requestAnimationFrame(() => setOver(depth > 0 && isOurs));
    };
    const move = (event: DragEvent) => {
      if (!carries(event) || event.defaultPrevented) return;
      isOurs = true;
      event.preventDefault();
      if (event.dataTransfer !== null) event.dataTransfer.dropEffect = 'copy';
    };
    const drop = (event: DragEvent) => {
      if (!carries(event)) return;
      // Taken by a row already; the page must not open the file either way.
      const taken = event.defaultPrevented;
      event.preventDefault();
      if (!taken && event.dataTransfer !== null) latest.current(event.dataTransfer);
    };
    const ended = () => {
      depth = 0;
      setOver(false);
    };
    const stop = new AbortController();
    const { signal } = stop;
    addEventListener('dragenter', enter, { signal });
    addEventListener('dragleave', leave, { signal });
    addEventListener('dragover', approach, { signal, capture: true });
    addEventListener('dragover', move, { signal });
    addEventListener('drop', drop, { signal });
    // Before anybody stops the event.
    addEventListener('drop', ended, { signal, capture: true });
    return () => stop.abort();
  }, []);
  return over;
}

/** Screenshots and copied files; text fields keep their own paste. */
function usePaste(onPaste: (transfer: DataTransfer) => void): void {
  const latest = useRef(onPaste);
  useEffect(() => {
    latest.current = onPaste;
  });
  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      const { clipboardData } = event;
      const inField =
        event.target instanceof Element &&
        event.target.closest('input, textarea, [contenteditable]') !== null;
      if (clipboardData === null || !clipboardData.types.includes('Files') || inField) return;
      event.preventDefault();
      latest.current(clipboardData);
    };
    addEventListener('paste', paste);
    return () => removeEventListener('paste', paste);
  }, []);
}
