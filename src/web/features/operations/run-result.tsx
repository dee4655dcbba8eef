/** The result of a run: its answer, by kind, or the server's whole error with advice. */
import { CircleCheck, CircleX, Download, ListChecks } from 'lucide';
import { Link, useNavigate } from 'react-router-dom';
import { isApiError } from '#web/api/api-error.ts';
import { isFolderish } from '#web/api/document-context.ts';
import { saveBlob } from '#web/api/media.ts';
import type { OperationResult, ResultBlob } from '#web/api/operations.ts';
import { useObjectUrl } from '#web/api/use-media-url.ts';
import { shownName } from '#web/documents/kind-word.ts';
import { selectInstead } from '#web/documents/selection/select-instead.ts';
import { isStored } from '#web/documents/stored-document.ts';
import { Thumbnail } from '#web/documents/thumbnail.tsx';
import { useFormat } from '#web/i18n/use-format.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { paths } from '#web/paths.ts';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { MiddleTruncate } from '#web/ui/middle-truncate.tsx';
import { Note } from '#web/ui/note.tsx';
import { ProgressBar } from '#web/ui/progress-bar.tsx';
import type { DocumentEntity } from '#wire/document.ts';
import { JsonView } from './json-view.tsx';
import type { RunOutcome, RunRecord } from './operation-runs.ts';
import css from './run-result.module.css';

export interface RunResultProps {
  readonly record: RunRecord;
  readonly outcome: RunOutcome | undefined;
}

export function RunResult({ record, outcome }: RunResultProps) {
  const { t } = useTranslation('operations');
  const format = useFormat();
  const { state, ms = 0, failure } = record;
  const seconds = Math.max(0.1, ms / 1000).toLocaleString(format.locale, { maximumFractionDigits: 1 });
  return (
    <section className={css.result} aria-label={t('result.label')}>
      <p className={css.head} role="status">
        <b>{t('result.label')}</b>
        <span className={css.state} data-state={state}>
          {state === 'done' ? <Icon icon={CircleCheck} size={14} /> : null}
          {state === 'failed' ? <Icon icon={CircleX} size={14} /> : null}
          {t(`state.${state}`, { seconds })}
        </span>
      </p>
      <div key={state} ref={bringIntoView} className={css.outcome}>
        {state === 'running' ? <ProgressBar label={record.id} /> : null}
        {outcome?.answer === undefined ? null : <Answer result={outcome.answer.result} />}
        {state === 'failed' ? (
          <Failure error={outcome?.error} message={failure ?? outcome?.error?.message ?? ''} />
        ) : null}
      </div>
    </section>
  );
}

/** The result may be below the visible part of the form. */
function bringIntoView(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'nearest' });
}

function Answer({ result }: { readonly result: OperationResult }) {
  const { t } = useTranslation('operations');
  switch (result.kind) {
    case 'void':
      return <p className={css.plain}>{t('result.void')}</p>;
    case 'document':
      return (
        <>
          <ul className={css.items}>
            <DocumentItem document={result.document} />
          </ul>
          <SelectThem documents={[result.document]} />
          <JsonView value={result.document} label={t('result.json')} />
        </>
      );
    case 'documents':
      return <Documents documents={result.list.entries} total={result.list.resultsCount} />;
    case 'blob':
      return <Files files={[result.file]} />;
    case 'blobs':
      return result.files.length === 0 ? (
        <p className={css.plain}>{t('result.noFiles')}</p>
      ) : (
        <Files files={result.files} />
      );
    case 'primitive':
      return (
        <p className={css.plain}>
          <code>{String(result.value)}</code>
        </p>
      );
    case 'records':
      return <JsonView value={result.records} label={t('result.json')} />;
    case 'json':
      return typeof result.value === 'string' ? (
        <p className={css.plain}>{result.value}</p>
      ) : (
        <JsonView value={result.value} label={t('result.json')} />
      );
  }
}

const mostListed = 100;

interface DocumentsProps {
  readonly documents: readonly DocumentEntity[];
  readonly total: number | undefined;
}

function Documents({ documents, total }: DocumentsProps) {
  const { t } = useTranslation('operations');
  const format = useFormat();
  const count = Math.max(total ?? 0, documents.length);
  return (
    <>
      <p className={css.plain}>{t('result.documents', { count, number: format.count(count) })}</p>
      <SelectThem documents={documents} />
      {documents.length === 0 ? null : (
        <ul className={css.items}>
          {documents.slice(0, mostListed).map((document) => (
            <DocumentItem key={document.uid ?? document.path} document={document} />
          ))}
        </ul>
      )}
    </>
  );
}

/** Selects the resulting documents as input of the next operation. */
function SelectThem({ documents }: { readonly documents: readonly DocumentEntity[] }) {
  const { t } = useTranslation('operations');
  const navigate = useNavigate();
  const stored = documents.filter(isStored);
  if (stored.length === 0) return null;
  return (
    <Button
      size="small"
      icon={ListChecks}
      onClick={() => {
        selectInstead(stored);
        void navigate(paths.selection.href());
      }}
    >
      {t('result.select', { count: stored.length })}
    </Button>
  );
}

function DocumentItem({ document }: { readonly document: DocumentEntity }) {
  const { uid, path } = document;
  const to =
    isFolderish(document) && path !== null
      ? paths.browse.href(path)
      : uid === null
        ? null
        : paths.doc.href(uid);
  const name = <MiddleTruncate name={shownName(document)} extension={!isFolderish(document)} />;
  return (
    <li className={css.item}>
      <span className={css.picture}>
        <Thumbnail document={document} glyphSize={22} />
      </span>
      {to === null ? (
        name
      ) : (
        <Link className={css.link} to={to}>
          {name}
        </Link>
      )}
      <span className={css.fact}>{document.type}</span>
    </li>
  );
}

function Files({ files }: { readonly files: readonly ResultBlob[] }) {
  return (
    <ul className={css.items}>
      {files.map((file) => (
        <FileItem key={`${file.filename} ${file.blob.size}`} file={file} />
      ))}
    </ul>
  );
}

/** Only formats that browsers display without running anything; all other files can be downloaded. */
const pictured = /^image\/(png|jpeg|gif|webp|avif)$/;

function FileItem({ file: { filename, blob } }: { readonly file: ResultBlob }) {
  const { t } = useTranslation('operations');
  const format = useFormat();
  const isPicture = pictured.test(blob.type);
  const picture = useObjectUrl(isPicture ? blob : undefined);
  return (
    <li className={css.file}>
      <div className={css.item}>
        <MiddleTruncate name={filename} />
        <span className={css.fact}>{format.size(blob.size)}</span>
        <IconButton
          icon={Download}
          size="small"
          label={t('result.download', { name: filename })}
          onClick={() => saveBlob(blob, filename)}
        />
      </div>
      {picture === undefined ? null : <img className={css.preview} src={picture} alt={filename} />}
    </li>
  );
}

function Failure({ error, message }: { readonly error: Error | undefined; readonly message: string }) {
  const { t } = useTranslation('operations');
  const known = isApiError(error) ? error : undefined;
  // Uses the server's own message: the advice below it is about operations.
  const fromServer = known?.kind === 'http' ? known.serverMessage : '';
  return (
    <Note kind="bad">
      {fromServer === '' ? (
        <p className={css.message}>{message}</p>
      ) : (
        <p className={css.message} lang="en" dir="auto">
          {fromServer}
        </p>
      )}
      {known === undefined ? null : (
        <p className={css.fact}>
          {known.status === 0 ? t(`failed.${known.kind}`) : t('failed.status', { status: known.status })}
          {known.requestId === null ? null : ` ${t('failed.request', { id: known.requestId })}`}
        </p>
      )}
      <p>{t(`advice.${adviceFor(known?.status)}`)}</p>
    </Note>
  );
}

function adviceFor(status: number | undefined): string {
  switch (status) {
    case 400:
      return 'parameters';
    case 401:
    case 403:
      return 'rights';
    case 404:
      return 'missing';
    case 409:
      return 'conflict';
    case 0:
    case 503:
      return 'later';
    default:
      return 'server';
  }
}
