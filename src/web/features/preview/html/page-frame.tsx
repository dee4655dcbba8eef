// Shows an untrusted page in a frame of its own: no script runs in it, nothing is fetched for it, and its styles stay in
// it.
// The frame is as high as its content, so that it scrolls with the rest.
// Invariant: the frame never gets `allow-scripts`; only with that could a page misuse the origin it shares with the app.
import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Note } from '#web/ui/note.tsx';
import { closedPage } from './closed-page.ts';
import { type DrawnPage, drawPage, type FindPicture } from './draw-page.ts';
import css from './page-frame.module.css';
import { readPage } from './read-page.ts';

export interface PageFrameProps {
  readonly source: string;
  readonly label: string;
  /** Style sheets from files of their own. */
  readonly sheets?: readonly string[];
  /** Finds the pictures that are part of the file. */
  readonly find?: FindPicture;
}

const leastPx = 160;
const mostPx = 400_000;

export function PageFrame({ source, label, sheets = noSheets, find = findNothing }: PageFrameProps) {
  const { t } = useTranslation('preview');
  const page = useMemo(() => readPage(source, sheets), [source, sheets]);
  const address = useEmptyPage();
  const frame = useRef<HTMLIFrameElement>(null);
  const drawn = useRef<DrawnPage>(undefined);
  const draw = () => {
    const target = frame.current?.contentDocument;
    // Until the empty page has loaded, the frame has an initial document that is then replaced.
    if (target?.location.protocol !== 'blob:') return;
    drawn.current?.release();
    target.body.replaceChildren();
    target.addEventListener('keydown', passOn);
    drawn.current = drawPage(target, page, find, () => fit(frame.current));
    fit(frame.current);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: draws again only for another page.
  useEffect(draw, [page]);
  useEffect(() => () => drawn.current?.release(), []);
  useEffect(() => {
    const element = frame.current;
    if (element === null) return;
    let width = element.clientWidth;
    const observer = new ResizeObserver(() => {
      if (element.clientWidth === width) return;
      width = element.clientWidth;
      fit(element);
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return (
    <div className={css.sheet}>
      {page.blocked > 0 ? <Note>{t('page.blocked')}</Note> : null}
      {page.isCut ? <Note kind="warn">{t('page.cut')}</Note> : null}
      <iframe
        ref={frame}
        className={css.frame}
        title={label}
        src={address}
        sandbox="allow-same-origin allow-popups allow-popups-to-escape-sandbox"
        onLoad={draw}
      />
    </div>
  );
}

/** Passes keys on to the app, so that shortcuts work here, too; keys for a focused link stay in the page. */
function passOn(event: KeyboardEvent): void {
  const page = event.view?.document;
  if (event.key === 'Tab' || (event.key !== 'Escape' && page?.activeElement !== page?.body)) return;
  const isHandled = event.view?.frameElement?.dispatchEvent(new KeyboardEvent(event.type, event)) === false;
  if (isHandled) event.preventDefault();
}

/** Measure from the same height each time: a page whose rules make it higher than its frame would grow for ever. */
function fit(frame: HTMLIFrameElement | null): void {
  const page = frame?.contentDocument?.documentElement;
  const around = frame?.parentElement;
  if (!page || !around) return;
  // Keep the height of the surrounding element meanwhile, so that the scroll position is not lost.
  around.style.minBlockSize = `${around.offsetHeight}px`;
  frame.style.blockSize = `${leastPx}px`;
  frame.style.blockSize = `${Math.min(mostPx, Math.max(leastPx, page.scrollHeight))}px`;
  around.style.minBlockSize = '';
}

function useEmptyPage(): string | undefined {
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    const made = URL.createObjectURL(new Blob([closedPage], { type: 'text/html' }));
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, []);
  return address;
}

const noSheets: readonly string[] = [];
const findNothing: FindPicture = async () => null;
