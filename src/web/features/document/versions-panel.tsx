// The versions of a document, newest first: make one, open one, go back to one, compare two, delete one.

import { useMutation, useQuery } from '@tanstack/react-query';
import { Ellipsis } from 'lucide';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { auditLog } from '#web/api/audit.ts';
import { blobAddress, downloadFile } from '#web/api/blobs.ts';
import { pageView } from '#web/api/document-by-id.ts';
import { checkIn, deleteDocuments, restoreVersion } from '#web/api/document-changes.ts';
import { blobOf, may } from '#web/api/document-context.ts';
import { useAwayReason } from '#web/api/use-connection.ts';
import { documentVersions } from '#web/api/versions.ts';
import { FailureNote } from '#web/documents/failure-note.tsx';
import { isFileHere } from '#web/documents/offline/file-here.ts';
import { savedName } from '#web/documents/saved-name.ts';
import { isStored, type StoredDocument } from '#web/documents/stored-document.ts';
import { PersonName } from '#web/forms/person-name.tsx';
import { addToast } from '#web/frame/toasts.ts';
import { useFormat } from '#web/i18n/use-format.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { paths } from '#web/paths.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { cx } from '#web/ui/cx.ts';
import { MenuButton } from '#web/ui/menu-button.tsx';
import type { MenuEntry } from '#web/ui/menu-entries.ts';
import { Note } from '#web/ui/note.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { isString } from '#wire/json.ts';
import { compareAddress } from './compare/compare-address.ts';
import { type MadeVersion, madeVersion } from './made-version.ts';
import { NewVersionDialog } from './new-version-dialog.tsx';
import css from './panel-lists.module.css';

export function VersionsPanel({ document }: { readonly document: StoredDocument }) {
  const { t } = useTranslation('document');
  const liveId = document.versionableId ?? document.uid;
  const versions = useQuery(documentVersions(liveId, pageView));
  // A version has only the dates of its content; the log says when and why it was made.
  const log = useQuery(auditLog({ uid: liveId, eventIds: ['documentCheckedIn'], pageSize: 200 }));
  const make = useMutation(checkIn());
  const navigate = useNavigate();
  const [asking, setAsking] = useState(false);
  const [going, setGoing] = useState<StoredDocument | null>(null);
  const entries = versions.data?.entries.filter(isStored) ?? [];
  // The newest version that may differ: a document not changed since its last version equals it.
  const compared = document.isCheckedOut ? entries[0] : entries[1];
  const mayVersion = may(document, 'Write') && !document.isVersion && !document.isTrashed;
  return (
    <div className={css.panel}>
      {document.isVersion ? (
        <Note
          action={
            <Link className={css.link} to={paths.doc.href(liveId, 'versions')}>
              {t('versions.toLive')}
            </Link>
          }
        >
          {t('versions.isOld')}
        </Note>
      ) : (
        <div className={css.intro}>
          <span>{document.isCheckedOut ? t('versions.changed') : t('versions.unchanged')}</span>
          {compared === undefined ? null : (
            <Link className={css.link} to={compareAddress(compared.uid, liveId)}>
              {t('versions.compare')}
            </Link>
          )}
          {mayVersion && document.isCheckedOut ? (
            <Button size="small" onClick={() => setAsking(true)}>
              {t('versions.make')}
            </Button>
          ) : null}
        </div>
      )}
      {versions.error === null ? null : (
        <FailureNote error={versions.error} onRetry={() => void versions.refetch()} />
      )}
      {versions.isPending ? <Skeleton width="70%" /> : null}
      {versions.isSuccess && entries.length === 0 ? <p className={css.empty}>{t('versions.none')}</p> : null}
      <ul className={css.list}>
        {entries.map((version) => (
          <VersionRow
            key={version.uid}
            version={version}
            made={madeVersion(version.versionLabel ?? '', log.data?.entries ?? [])}
            shown={version.uid === document.uid}
            mayRestore={mayVersion}
            compareWith={document.uid === version.uid ? liveId : document.uid}
            onDelete={() => setGoing(version)}
          />
        ))}
      </ul>
      {asking ? (
        <NewVersionDialog
          pending={make.isPending}
          onClose={() => setAsking(false)}
          onMake={(version, comment) =>
            make.mutate(
              { uids: [document.uid], version, comment },
              {
                onSuccess: () => {
                  setAsking(false);
                  addToast({ text: t('versions.made') });
                },
                onError: (cause) => void addToast({ kind: 'bad', text: cause.message }),
              },
            )
          }
        />
      ) : null}
      {going === null ? null : (
        <DeleteVersion
          version={going}
          onClose={() => setGoing(null)}
          onDeleted={() => {
            setGoing(null);
            if (going.uid === document.uid)
              void navigate(paths.doc.href(liveId, 'versions'), { replace: true });
          }}
        />
      )}
    </div>
  );
}

interface VersionRowProps {
  readonly version: StoredDocument;
  /** Undefined if the log has no entry for it. */
  readonly made: MadeVersion | undefined;
  /** This version is the one on the page. */
  readonly shown: boolean;
  readonly mayRestore: boolean;
  readonly compareWith: string;
  readonly onDelete: () => void;
}

function VersionRow({ version, made, shown, mayRestore, compareWith, onDelete }: VersionRowProps) {
  const { t } = useTranslation('document');
  const format = useFormat();
  const navigate = useNavigate();
  const restore = useMutation(restoreVersion());
  const away = useAwayReason();
  const blob = blobOf(version);
  const address = paths.doc.href(version.uid, 'versions');
  const { versionLabel: label = '', properties = {} } = version;
  const by = properties['dc:lastContributor'];
  const onError = (cause: Error) => void addToast({ kind: 'bad', text: cause.message });
  const entries: readonly MenuEntry[] = [
    { id: 'open', label: t('versions.open'), onSelect: () => void navigate(address) },
    {
      id: 'compare',
      label: t('versions.compare'),
      onSelect: () => void navigate(compareAddress(version.uid, compareWith)),
    },
    {
      id: 'download',
      label: t('download'),
      disabledReason: blob === null ? t('reason.noFile') : isFileHere(version) ? undefined : away,
      onSelect: () => {
        if (blob !== null) void downloadFile(blobAddress(blob), savedName(version, blob)).catch(onError);
      },
    },
    {
      id: 'restore',
      label: t('versions.restore'),
      disabledReason: mayRestore ? undefined : t('reason.write'),
      onSelect: () =>
        restore.mutate(
          { versionId: version.uid },
          { onError, onSuccess: () => void addToast({ text: t('versions.restored', { label }) }) },
        ),
    },
    { kind: 'separator' },
    {
      id: 'delete',
      label: t('versions.delete'),
      danger: true,
      disabledReason: may(version, 'Remove') ? undefined : t('reason.remove'),
      onSelect: onDelete,
    },
  ];
  return (
    <li className={css.item} aria-current={shown ? 'true' : undefined}>
      <Link className={cx(css.link, css.label)} to={address}>
        {label}
      </Link>
      <span className={css.body}>
        <span>{format.day(new Date(made?.date ?? version.lastModified ?? ''))}</span>
        {made === undefined || made.comment === '' ? null : <bdi>{made.comment}</bdi>}
        <span className={css.who}>{isString(by) ? <PersonName id={by} /> : null}</span>
      </span>
      <MenuButton
        icon={Ellipsis}
        variant="quiet"
        size="small"
        label={t('versions.actions', { label })}
        entries={entries}
        align="end"
      />
    </li>
  );
}

interface DeleteVersionProps {
  readonly version: StoredDocument;
  readonly onClose: () => void;
  readonly onDeleted: () => void;
}

function DeleteVersion({ version, onClose, onDeleted }: DeleteVersionProps) {
  const { t } = useTranslation('document');
  const remove = useMutation(deleteDocuments());
  const label = version.versionLabel ?? '';
  return (
    <ConfirmDialog
      title={t('versions.deleteTitle', { label })}
      verb={t('delete.verb')}
      pending={remove.isPending}
      refusal={remove.error === null ? undefined : t('versions.notDeleted', { reason: remove.error.message })}
      onClose={onClose}
      onConfirm={() =>
        remove.mutate([version.uid], {
          onSuccess: () => {
            onDeleted();
            addToast({ text: t('versions.deleted', { label }) });
          },
        })
      }
    >
      {t('versions.deleteText')}
    </ConfirmDialog>
  );
}
