/**
 * Uploads on every page: the tray and the pickers. Loaded after the first screen; drops and requests made before are in
 * upload-requests.ts.
 */
import { useQueryClient } from '@tanstack/react-query';
import { FilePen, FileUp, FolderUp, Paperclip, Upload } from 'lucide';
import { type ChangeEvent, Suspense, useEffect, useRef, useState } from 'react';
import { useDropzone } from 'react-dropzone';
import { useStore } from 'zustand';
import { useShortcut } from '#web/frame/commands.ts';
import { InSlot } from '#web/frame/frame-slots.tsx';
import { useSubject } from '#web/frame/subject.ts';
import { addToast } from '#web/frame/toasts.ts';
import { useLeaveGuard } from '#web/frame/use-leave-guard.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { AwaitedDialog } from '#web/ui/awaited-dialog.tsx';
import { lazyPart } from '#web/ui/lazy-part.ts';
import { MenuButton } from '#web/ui/menu-button.tsx';
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx';
import { useDropZones } from './drop-zones.ts';
import type { Dropped } from './dropped.ts';
import { readDrop, readFiles } from './read-drop.ts';
import { runningUploads } from './running-uploader.ts';
import { isAny, isUnderWay, type UploadTarget } from './upload-item.ts';
import {
  addDropped,
  type DropOnDocument,
  dropFiles,
  dropOnDocument,
  pickFiles,
  takeRequests,
  type UploadPlace,
  useUploadRequests,
} from './upload-requests.ts';
import css from './upload-tray.module.css';
import { UploadTray } from './upload-tray.tsx';
import { useFilePaste } from './use-file-paste.ts';

const DetailsDialog = lazyPart(() =>
  import('./details-dialog.tsx').then((module) => ({ default: module.DetailsDialog })),
);

const VersionQuestion = lazyPart(() =>
  import('./version-question.tsx').then((module) => ({ default: module.VersionQuestion })),
);

export interface UploadsProps {
  readonly username: string;
  /** Files are being dragged over the window. */
  readonly over: boolean;
}

export function Uploads({ username, over: overWindow }: UploadsProps) {
  const { t } = useTranslation('uploads');
  const { uploader: own, controls } = runningUploads(username, useQueryClient());
  const uploader = useStore(controls);
  // Only the tab with the files asks before it is closed.
  const isSending = useStore(own.store, ({ items }) => isAny(items.values(), isUnderWay));
  useLeaveGuard(isSending, '/');
  const { folder: subjectFolder, document: shown } = useSubject();
  /** Ids of the lines that the form leaves out; null if it is closed. */
  const [describing, setDescribing] = useState<ReadonlySet<string> | null>(null);
  const [droppedOn, setDroppedOn] = useState<DropOnDocument | null>(null);
  /** Null: for the interrupted lines, in whatever folder. */
  const picked = useRef<{ readonly target: UploadPlace | null; readonly withDetails?: boolean }>({
    target: null,
    withDetails: false,
  });
  const openDetails = (except: ReadonlySet<string> | null) => {
    // If the form is about files picked in this tab, other tabs' files need not wait for it.
    if (except === null) uploader.setDescribing(false);
    else (except.size === 0 ? uploader : own).setDescribing(true);
    setDescribing(except);
  };
  const take = (chosen: readonly File[]) => {
    if (chosen.length === 0) return;
    const { target, withDetails } = picked.current;
    if (withDetails && target?.purpose === 'version') {
      const { id, title } = target;
      const document = { uid: id, title, parentRef: null };
      return setDroppedOn({ dropped: { entries: [], files: chosen }, document });
    }
    // Only the picked files are in the form; others may be on their way.
    if (withDetails) openDetails(new Set(uploader.store.getState().items.keys()));
    if (target !== null) return void uploader.add(readFiles(chosen), targetOf(target), target.purpose);
    void uploader.reopen(readFiles(chosen)).then((count) => {
      if (count === 0) addToast({ kind: 'bad', text: t('noneOfThem') });
    });
  };
  // Handle the event before the library does: it would read the size of all files at once, and the page would wait for the
  // disk each time.
  const onChange = (event: ChangeEvent<HTMLInputElement>) => {
    event.stopPropagation();
    take([...(event.currentTarget.files ?? [])]);
  };
  const files = useDropzone(picker);
  const one = useDropzone({ ...picker, multiple: false });
  const folder = useDropzone(picker);

  const requests = useUploadRequests((state) => state.requests);
  useEffect(() => {
    if (requests.length === 0) return;
    for (const request of takeRequests()) {
      if (request.kind === 'drop-on-document') {
        const { dropped, document } = request;
        if (isOneFile(dropped)) setDroppedOn(request);
        else if (subjectFolder !== null) addDropped(subjectFolder, dropped);
        else addToast({ kind: 'bad', text: t('oneFile', { title: document.title }) });
        continue;
      }
      const { target: to } = request;
      const purpose = to?.purpose ?? 'document';
      if (to?.mayAdd === false) {
        const refusal = purpose === 'document' ? 'mayNotAdd' : 'mayNotChange';
        addToast({ kind: 'bad', text: t(refusal, { title: to.title }) });
      } else if (request.kind === 'pick') {
        picked.current = request;
        (request.what === 'folder' ? folder : purpose === 'version' ? one : files).open();
      } else if (purpose === 'version' && !isOneFile(request.dropped)) {
        addToast({ kind: 'bad', text: t('oneFile', { title: request.target.title }) });
      } else if (purpose === 'attachment' && hasFolder(request.dropped)) {
        addToast({ kind: 'bad', text: t('noFolders', { title: request.target.title }) });
      } else {
        void uploader.add(readDrop(request.dropped), targetOf(request.target), purpose);
      }
    }
  }, [requests, uploader, files, one, folder, subjectFolder, t]);

  const placeAt = (zone: Element): UploadPlace | null =>
    shown === undefined
      ? subjectFolder
      : {
          id: shown.id,
          title: shown.title,
          mayAdd: shown.mayFill,
          purpose: zone.getAttribute('data-drop') === 'attachment' ? 'attachment' : 'version',
        };
  const zone = useDropZones((transfer, onto) => {
    const to = shown === undefined ? null : placeAt(onto);
    if (to === null) return;
    const { id, title, purpose, mayAdd } = to;
    if (purpose === 'version' && mayAdd) dropOnDocument({ uid: id, title, parentRef: null }, transfer);
    else dropFiles(to, transfer);
  });
  const over = overWindow ? zone : null;

  useFilePaste((transfer) => subjectFolder !== null && dropFiles(subjectFolder, transfer));

  const pick = (what: 'files' | 'folder') => subjectFolder !== null && pickFiles(subjectFolder, what);
  useShortcut(
    { keys: 'U', label: t('upload'), group: t('keys'), run: () => pick('files') },
    subjectFolder?.mayAdd === true,
  );
  return (
    <>
      <div hidden>
        <input {...files.getInputProps({ 'aria-label': t('files'), onChange })} />
        <input {...one.getInputProps({ 'aria-label': t('newVersion'), onChange })} />
        <input {...folder.getInputProps({ 'aria-label': t('folder'), onChange, ...folderOnly })} />
      </div>
      {subjectFolder?.mayAdd !== true ? null : (
        <InSlot name="common-actions">
          <MenuButton
            variant="quiet"
            icon={Upload}
            align="end"
            label={t('upload')}
            entries={[
              {
                id: 'files',
                label: t('files'),
                icon: Upload,
                shortcut: 'U',
                onSelect: () => pick('files'),
              },
              { id: 'folder', label: t('folder'), icon: FolderUp, onSelect: () => pick('folder') },
              {
                id: 'details',
                label: t('details.pick'),
                icon: FilePen,
                onSelect: () => pickFiles(subjectFolder, 'files', true),
              },
            ]}
          >
            <VisuallyHidden on="rail">{t('upload')}</VisuallyHidden>
          </MenuButton>
        </InSlot>
      )}
      {shown?.mayFill !== true ? null : (
        <InSlot name="common-actions">
          <MenuButton
            variant="quiet"
            icon={Upload}
            align="end"
            label={t('upload')}
            entries={(
              [
                ['version', 'newVersion', FileUp],
                ['version', 'commentedVersion', FilePen],
                ['attachment', 'attachments', Paperclip],
              ] as const
            ).map(([purpose, label, icon]) => ({
              id: label,
              label: t(label),
              icon,
              onSelect: () =>
                pickFiles(
                  { id: shown.id, title: shown.title, mayAdd: true, purpose },
                  'files',
                  label === 'commentedVersion',
                ),
            }))}
          >
            <VisuallyHidden on="rail">{t('upload')}</VisuallyHidden>
          </MenuButton>
        </InSlot>
      )}
      {over === null ? null : <DropOverlay over={over} target={placeAt(over)} />}
      <UploadTray
        uploader={uploader}
        onChooseAgain={(what) => pickFiles(null, what)}
        onDescribe={() => openDetails(new Set())}
      />
      {droppedOn === null ? null : (
        <Suspense fallback={<AwaitedDialog onClose={() => setDroppedOn(null)} />}>
          <VersionQuestion {...droppedOn} folder={subjectFolder} onClose={() => setDroppedOn(null)} />
        </Suspense>
      )}
      {describing === null ? null : (
        <Suspense fallback={<AwaitedDialog onClose={() => openDetails(null)} />}>
          <DetailsDialog uploader={uploader} except={describing} onClose={() => openDetails(null)} />
        </Suspense>
      )}
    </>
  );
}

/** Says what a drop would do, on the part of the page that it would be for. */
function DropOverlay({ over, target }: { readonly over: Element; readonly target: UploadPlace | null }) {
  const { t } = useTranslation('uploads');
  const { top, left, width, height } = over.getBoundingClientRect();
  const zone = over.hasAttribute('data-drop') ? { inset: 'auto', top, left, width, height } : undefined;
  return (
    <div className={css.overlay} style={zone}>
      <p>{target === null ? t('dropNowhere') : t(dropText(target), { title: target.title })}</p>
    </div>
  );
}

function dropText({ mayAdd, purpose }: UploadPlace): string {
  if (purpose === 'version') return mayAdd ? 'dropVersion' : 'mayNotChange';
  if (purpose === 'attachment') return mayAdd ? 'dropAttachments' : 'mayNotChange';
  return mayAdd ? 'drop' : 'mayNotAdd';
}

function isOneFile(dropped: Dropped): boolean {
  return dropped.entries.length + dropped.files.length === 1 && !hasFolder(dropped);
}

function hasFolder({ entries }: Dropped): boolean {
  return entries.some(({ entry }) => entry.isDirectory);
}

/** The part of the target that a line stores. */
function targetOf({ id, title, edition }: UploadPlace): UploadTarget {
  return edition === undefined ? { id, title } : { id, title, edition };
}

/** Use the library only for its pickers: drops are handled by rows, the tree and the window. */
const picker = {
  noClick: true,
  noDrag: true,
  noKeyboard: true,
  preventDropOnDocument: false,
  multiple: true,
  useFsAccessApi: false,
} as const;

/** Missing in React's types, but all browsers support it. */
const folderOnly: Readonly<Record<string, string>> = { webkitdirectory: '' };
