/** One file of the tray: its name, its progress or why it stopped, and the actions for it. */
import { CircleAlert, Pause, Play, RotateCw, X } from 'lucide';
import type { Ref } from 'react';
import { Link } from 'react-router-dom';
import { useStore } from 'zustand';
import { useFormat } from '#web/i18n/use-format.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { paths } from '#web/paths.ts';
import { Button } from '#web/ui/button.tsx';
import { cx } from '#web/ui/cx.ts';
import { FileGlyph } from '#web/ui/file-glyph.tsx';
import { fileKindOf } from '#web/ui/file-kind.ts';
import { Icon } from '#web/ui/icon.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { MiddleTruncate } from '#web/ui/middle-truncate.tsx';
import { ProgressBar } from '#web/ui/progress-bar.tsx';
import type { UploadControls } from './upload-controls.ts';
import {
  isRunning,
  isSettled,
  needsPerson,
  type Problem,
  sameDecisions,
  type UploadItem,
} from './upload-item.ts';
import css from './upload-tray.module.css';

interface UploadLineProps {
  readonly ref: Ref<HTMLLIElement>;
  readonly index: number;
  readonly count: number;
  /** Space for the lines before or after it that are not drawn, in px. */
  readonly space: { readonly before: number; readonly after: number };
  readonly item: UploadItem;
  readonly uploader: UploadControls;
}

export function UploadLine({ ref, index, count, space, item, uploader }: UploadLineProps) {
  const { t } = useTranslation('uploads');
  const { id, name, phase } = item;
  const lacksRoom = useStore(uploader.store, ({ shortage }) => shortage?.ids.includes(id) === true);
  return (
    <li
      ref={ref}
      data-index={index}
      aria-posinset={index + 1}
      aria-setsize={count}
      className={cx(css.line, needsPerson(item) && css.bad)}
      data-phase={phase}
      style={{ marginBlock: `${space.before}px ${space.after}px` }}
    >
      <FileGlyph kind={item.kind === 'folder' ? 'folder' : fileKindOf(item.mimeType, name)} size={24} />
      <div className={css.text}>
        <MiddleTruncate name={name} extension={item.kind === 'file'} />
        <State item={item} lacksRoom={lacksRoom} />
      </div>
      <span className={css.buttons}>
        {phase === 'conflict' ? (
          <>
            {item.existing?.mayReplace ? (
              <Button size="small" onClick={() => uploader.decide([id], 'replace')}>
                {t('conflict.replace')}
              </Button>
            ) : null}
            <Button size="small" onClick={() => uploader.decide([id], 'keep-both')}>
              {t('conflict.keepBoth')}
            </Button>
            <Button size="small" variant="quiet" onClick={() => uploader.decide([id], 'skip')}>
              {t('conflict.skip')}
            </Button>
          </>
        ) : null}
        {phase === 'duplicate'
          ? sameDecisions
              .filter((decision) => decision !== 'version' || item.same?.mayReplace === true)
              .map((decision) => (
                <Button
                  key={decision}
                  size="small"
                  variant={decision === 'skip' ? 'quiet' : 'line'}
                  onClick={() => uploader.decideSame([id], decision)}
                >
                  {t(`same.${decision}`)}
                </Button>
              ))
          : null}
        <Go item={item} uploader={uploader} />
        {isSettled(item) ? null : (
          <IconButton
            icon={X}
            size="small"
            label={t('cancel', { name })}
            onClick={() => uploader.cancel([id])}
          />
        )}
      </span>
    </li>
  );
}

/** One button whose action changes, so that it keeps the focus. */
function Go({ item, uploader }: { readonly item: UploadItem; readonly uploader: UploadControls }) {
  const { t } = useTranslation('uploads');
  const { id, name, phase } = item;
  const goes = isRunning(item) || phase === 'waiting';
  if (!goes && phase !== 'paused' && phase !== 'failed') return null;
  const verb = goes ? 'pause' : phase === 'failed' ? 'retry' : 'resume';
  return (
    <IconButton
      icon={{ pause: Pause, retry: RotateCw, resume: Play }[verb]}
      size="small"
      label={t(verb, { name })}
      onClick={() => (goes ? uploader.pause(id) : void uploader.resume(id))}
    />
  );
}

interface StateProps {
  readonly item: UploadItem;
  readonly lacksRoom: boolean;
}

function State({ item, lacksRoom }: StateProps) {
  const { t } = useTranslation('uploads');
  const format = useFormat();
  const { phase, problem, size, sent } = item;
  const share = size === 0 ? 0 : Math.min(1, sent / size);
  if (phase === 'duplicate' && item.same !== null) {
    const { id, title, path } = item.same;
    return (
      <span className={css.state}>
        <Icon icon={CircleAlert} size={13} />
        <Link className={cx(css.reason, css.filed)} to={paths.doc.href(id)} data-tip={path}>
          {t('same.filed', { title })}
        </Link>
      </span>
    );
  }
  // The person has not paused it: the question about the whole drop is above the lines.
  const words = t(`phase.${lacksRoom && phase === 'paused' ? 'notBegun' : phase}`, {
    sent: format.size(sent),
    total: format.size(size),
    share: format.percent(share),
  });
  // The reason why all lines are paused is shown once, above them.
  const isShown = problem !== null && phase !== 'paused';
  if (phase === 'sending') {
    return (
      <span className={css.state}>
        <ProgressBar label={item.name} share={share} text={words} />
        <bdi>{words}</bdi>
      </span>
    );
  }
  return (
    <span className={css.state}>
      {needsPerson(item) ? <Icon icon={CircleAlert} size={13} /> : null}
      <span className={css.reason}>{isShown ? <Reason problem={problem} /> : words}</span>
    </span>
  );
}

/** Longer messages of a server are hidden in details: they are for its administrator. */
const longestSentence = 160;

function Reason({ problem: { kind, detail } }: { readonly problem: Problem }) {
  const { t } = useTranslation('uploads');
  const isLong = kind === 'refused' && detail.length > longestSentence;
  if (kind !== 'no-look' && !isLong) return t(`problem.${kind}`, { detail });
  return (
    <>
      {t(isLong ? 'problem.refused-long' : 'problem.no-look')}
      <details className={css.details}>
        <summary>{t('problem.details')}</summary>
        <bdi>{detail}</bdi>
      </details>
    </>
  );
}
