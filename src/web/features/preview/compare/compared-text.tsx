// Two texts as one: removed words are struck out, added words underlined; long equal passages are folded.
import { skipToken, useQuery } from '@tanstack/react-query';
import { ChevronDown, ChevronUp } from 'lucide';
import { useMemo, useRef, useState } from 'react';
import { fileText } from '#web/api/file-parts.ts';
import { useShortcut } from '#web/frame/commands.ts';
import { useFormat } from '#web/i18n/use-format.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button } from '#web/ui/button.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { Note } from '#web/ui/note.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import type { DocumentEntity } from '#wire/document.ts';
import previewCss from '../preview.module.css';
import tools from '../tools.module.css';
import { textOf } from './comparable.ts';
import css from './compare.module.css';
import { foldUnchanged, type Passage, type Piece, textDifferences } from './text-differences.ts';

const mostBytes = 1_000_000;

export interface ComparedProps {
  readonly earlier: DocumentEntity;
  readonly later: DocumentEntity;
}

export function ComparedText({ earlier, later }: ComparedProps) {
  const { t, language } = useTranslation('preview');
  const format = useFormat();
  const one = useText(earlier);
  const other = useText(later);
  const passages = useMemo(
    () =>
      one.text === undefined || other.text === undefined
        ? undefined
        : textDifferences(one.text, other.text, language),
    [one.text, other.text, language],
  );
  const failed = one.error === null ? other : one;
  if (failed.error !== null) {
    return (
      <div className={previewCss.problem}>
        <Note kind="bad" onRetry={failed.retry}>
          {t('failed', { reason: failed.error.message })}
        </Note>
      </div>
    );
  }
  if (passages === undefined) {
    return (
      <div className={previewCss.waiting} role="status">
        <Spinner size={22} />
        {t('compare.reading')}
      </div>
    );
  }
  if (passages === null) return <p className={css.said}>{t('compare.tooDifferent')}</p>;
  return (
    <div className={previewCss.stack}>
      {one.truncated || other.truncated ? (
        <div className={previewCss.band}>
          <Note kind="warn">{t('compare.truncated', { size: format.size(mostBytes) })}</Note>
        </div>
      ) : null}
      <Passages passages={passages} />
    </div>
  );
}

interface UsedText {
  readonly text: string | undefined;
  readonly truncated: boolean;
  readonly error: Error | null;
  readonly retry: () => void;
}

function useText(document: DocumentEntity): UsedText {
  const source = textOf(document);
  const { data, error, refetch } = useQuery(
    'address' in source
      ? fileText(source.address, source.bytes, mostBytes)
      : { queryKey: ['files', 'none'], queryFn: skipToken },
  );
  if ('text' in source) return { text: source.text, truncated: false, error: null, retry: () => {} };
  return {
    text: data?.text,
    truncated: data?.truncated ?? false,
    error,
    retry: () => void refetch(),
  };
}

function Passages({ passages }: { readonly passages: readonly Passage[] }) {
  const { t } = useTranslation('preview');
  const format = useFormat();
  const page = useRef<HTMLElement>(null);
  const [current, setCurrent] = useState(0);
  const total = passages.filter(({ differs }) => differs).length;
  const go = (by: 1 | -1) => {
    const next = Math.min(total, Math.max(1, current + by));
    setCurrent(next);
    page.current
      ?.querySelectorAll('[data-differs]')
      .item(next - 1)
      ?.scrollIntoView({ block: 'center' });
  };
  const group = t('keys');
  useShortcut({ keys: 'N', label: t('compare.next'), group, run: () => go(1) });
  useShortcut({ keys: 'P', label: t('compare.previous'), group, run: () => go(-1) });
  let met = 0;
  return (
    <>
      <div className={tools.tools} role="toolbar" aria-label={t('compare.tools')}>
        <span role="status">
          {total === 0
            ? t('compare.sameText')
            : current === 0
              ? t('compare.differences', { count: total, number: format.count(total) })
              : t('pdf.hit', { number: format.count(current), total: format.count(total) })}
        </span>
        <span className={tools.gap} />
        <IconButton
          icon={ChevronUp}
          size="small"
          label={t('compare.previous')}
          shortcut="P"
          disabled={current <= 1}
          onClick={() => go(-1)}
        />
        <IconButton
          icon={ChevronDown}
          size="small"
          label={t('compare.next')}
          shortcut="N"
          disabled={current >= total}
          onClick={() => go(1)}
        />
      </div>
      <section
        ref={page}
        className={css.text}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll area must be reachable with the keyboard.
        tabIndex={0}
        aria-label={t('text')}
      >
        {passages.map((passage, index) => {
          if (passage.differs) met += 1;
          return passage.differs ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: passages are identified by their position.
            <div key={index} data-differs data-current={met === current ? true : undefined} dir="auto">
              <Pieces pieces={passage.pieces} />
            </div>
          ) : (
            <SamePassage
              // biome-ignore lint/suspicious/noArrayIndexKey: passages are identified by their position.
              key={index}
              text={passage.pieces.map(({ text }) => text).join('')}
              before={index > 0}
              after={index < passages.length - 1}
            />
          );
        })}
      </section>
    </>
  );
}

function Pieces({ pieces }: { readonly pieces: readonly Piece[] }) {
  return pieces.map(({ kind, text }, index) => {
    // biome-ignore lint/suspicious/noArrayIndexKey: pieces are identified by their position.
    if (kind === 'same') return <span key={index}>{text}</span>;
    const Mark = kind === 'added' ? 'ins' : 'del';
    // biome-ignore lint/suspicious/noArrayIndexKey: as above.
    return <Mark key={index}>{text}</Mark>;
  });
}

interface SamePassageProps {
  readonly text: string;
  readonly before: boolean;
  readonly after: boolean;
}

function SamePassage({ text, before, after }: SamePassageProps) {
  const { t } = useTranslation('preview');
  const format = useFormat();
  const [open, setOpen] = useState(false);
  const folded = open ? null : foldUnchanged(text, { before, after });
  if (folded === null) return <div dir="auto">{text}</div>;
  const { lines } = folded;
  return (
    <>
      <div dir="auto">{folded.before}</div>
      <Button className={css.fold} size="small" variant="quiet" onClick={() => setOpen(true)}>
        {t('compare.unfold', { count: lines, number: format.count(lines) })}
      </Button>
      <div dir="auto">{folded.after}</div>
    </>
  );
}
