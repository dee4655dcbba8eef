// Shows an extension's panel, previewer or page in its frame. One that fails shows its error there, and can be reloaded or
// switched off.
import { useCallback, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { viewAddress } from '#web/api/blobs.ts';
import { blobOf } from '#web/api/document-context.ts';
import { api } from '#web/api/start.ts';
import type { StoredDocument } from '#web/documents/stored-document.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { paths } from '#web/paths.ts';
import { Button } from '#web/ui/button.tsx';
import { Note } from '#web/ui/note.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { ExtensionFailure, openLink } from './extension-link.ts';
import { failureWords, nameOf } from './extension-words.ts';
import css from './extensions.module.css';
import type { ListedExtension } from './extensions-store.ts';
import type { RequestKind } from './protocol.ts';
import { visiblePart } from './rules.ts';
import { contributionsIn, switchOffExtension } from './running-extensions.ts';
import { createUnfinishedShows } from './unfinished-shows.ts';

export interface ExtensionViewProps {
  readonly extension: ListedExtension;
  readonly what: Exclude<RequestKind, 'texts' | 'run' | 'alive'>;
  readonly contribution: { readonly key: string; readonly properties?: readonly string[] };
  /** The name of the frame for screen readers. */
  readonly title: string;
  /** Null on pages. */
  readonly document: StoredDocument | null;
}

/** In sessionStorage, since only this tab is affected by an endless loop. */
const shows = createUnfinishedShows(sessionStorage, performance.timeOrigin);

type Shown = 'waiting' | 'there' | ExtensionFailure;

/** The largest file that is passed to an extension. */
const mostBytes = 100_000_000;
const longMs = 1_500;
/** How often a visible frame must show that it still responds. */
const aliveEveryMs = 5_000;

export function ExtensionView({ extension, what, contribution, title, document }: ExtensionViewProps) {
  const { t } = useTranslation('extensions');
  const navigate = useNavigate();
  const container = useRef<HTMLDivElement>(null);
  const [attempt, setAttempt] = useState(0);
  const [shown, setShown] = useState<Shown>('waiting');
  const { configured } = extension;
  const { key, properties = [] } = contribution;
  const visible = document === null ? '[]' : JSON.stringify([visiblePart(document, properties)]);
  const latest = useRef(document);
  useEffect(() => {
    latest.current = document;
  });
  const [isTroubled, setTroubled] = useState(false);
  const stop = useRef<() => void>(() => undefined);
  const open = useCallback((uid: string) => void navigate(paths.doc.href(uid)), [navigate]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt uses a new frame.
  useEffect(() => {
    if (configured === null || container.current === null) return;
    const name = `${configured.id} ${what} ${key}`;
    if (shows.wasCutShort(name)) return setShown(new ExtensionFailure('stuck', ''));
    setShown('waiting');
    setTroubled(false);
    let beating: ReturnType<typeof setInterval> | undefined;
    const finished = shows.begin(name);
    // A page that still gets `pagehide` is not hanging.
    addEventListener('pagehide', finished);
    const link = openLink({
      extension: configured,
      container: container.current,
      title,
      onDefined: (declared) => {
        contributionsIn(declared);
        link.ask(what, key, JSON.parse(visible)).then(
          () => {
            finished();
            setShown('there');
            beating = setInterval(askAlive, aliveEveryMs);
          },
          (failure: unknown) => {
            finished();
            link.close();
            if (failure instanceof ExtensionFailure && failure.kind !== 'left') setShown(failure);
          },
        );
      },
      onFailure: (failure) => {
        clearInterval(beating);
        finished();
        setShown(failure);
      },
      onTrouble: () => setTroubled(true),
      onOpen: open,
      file: () => fileOf(latest.current),
    });
    // So that an endless loop in an event handler is ended like one at the start.
    const askAlive = () => {
      if (window.document.visibilityState === 'visible') link.ask('alive', '', []).catch(() => undefined);
    };
    const end = () => {
      clearInterval(beating);
      removeEventListener('pagehide', finished);
      finished();
      link.close();
    };
    stop.current = () => {
      end();
      setShown(new ExtensionFailure('stopped', ''));
    };
    return end;
  }, [configured, what, key, title, visible, attempt, open]);

  const failure = shown instanceof ExtensionFailure ? shown : null;
  return (
    <div className={css.view} aria-busy={shown === 'waiting' || undefined}>
      {failure === null ? null : (
        <div className={css.problem}>
          <Note
            kind="bad"
            onRetry={() => setAttempt(attempt + 1)}
            action={
              <Button size="small" onClick={() => switchOffExtension(extension.id)}>
                {t('switchOff')}
              </Button>
            }
          >
            {failureWords(nameOf(extension), failure, t)}
          </Note>
        </div>
      )}
      {isTroubled && failure === null ? (
        <div className={css.problem}>
          <Note kind="warn" onRetry={() => setAttempt(attempt + 1)}>
            {t('trouble', { name: nameOf(extension) })}
          </Note>
        </div>
      ) : null}
      {shown === 'waiting' ? <Waiting name={nameOf(extension)} onStop={() => stop.current()} /> : null}
      <div ref={container} className={css.frame} hidden={failure !== null} />
    </div>
  );
}

/** After a while it names the extension and offers to stop it. */
function Waiting({ name, onStop }: { readonly name: string; readonly onStop: () => void }) {
  const { t } = useTranslation('extensions');
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), longMs);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div className={css.waiting}>
      <Spinner size={22} />
      {isLong ? (
        <>
          <p>{t('loading', { name })}</p>
          <Button size="small" onClick={onStop}>
            {t('stop')}
          </Button>
        </>
      ) : null}
    </div>
  );
}

async function fileOf(document: StoredDocument | null): Promise<ArrayBuffer> {
  const blob = document === null ? null : blobOf(document);
  if (blob === null) throw new Error('There is no file here');
  if (Number(blob.length) > mostBytes) throw new Error(`The file has more than ${mostBytes} bytes`);
  return (await api().fetchBlob(viewAddress(blob))).arrayBuffer();
}
