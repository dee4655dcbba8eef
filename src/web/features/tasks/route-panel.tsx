/** The route of a workflow: a drawing, and the same steps as a list for screen readers. */
import { useQuery } from '@tanstack/react-query';
import { CircleCheck, CircleDashed, CircleDot } from 'lucide';
import { useId, useRef } from 'react';
import { workflowGraph } from '#web/api/tasks.ts';
import { useFormat } from '#web/i18n/use-format.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { cx } from '#web/ui/cx.ts';
import { Icon } from '#web/ui/icon.tsx';
import { Note } from '#web/ui/note.tsx';
import { useElementWidth } from '#web/ui/use-element-width.ts';
import type { TaskEntity } from '#wire/activity.ts';
import {
  drawRoute,
  type RouteDrawing,
  type StepState,
  stateOf,
  stepHeight,
  stepsInOrder,
} from './route-layout.ts';
import css from './route-panel.module.css';
import { useTaskWords } from './task-words.ts';

const glyphs = { done: CircleCheck, now: CircleDot, next: CircleDashed } as const;

export function RoutePanel({ task }: { readonly task: TaskEntity }) {
  const { t } = useTranslation('tasks');
  const format = useFormat();
  const words = useTaskWords();
  const container = useRef<HTMLDivElement>(null);
  const width = Math.min(useElementWidth(container), 420);
  const { data, error, refetch } = useQuery(workflowGraph(task.workflowInstanceId));
  return (
    <aside className={css.route} aria-label={t('route.label')}>
      <h2>{words.of(task.workflowTitle)}</h2>
      <p className={css.since}>{t('route.since', { date: format.date(new Date(task.created)) })}</p>
      {error === null ? null : (
        <Note kind="bad" onRetry={() => void refetch()}>
          {t('failed', { reason: error.message })}
        </Note>
      )}
      <div ref={container} className={css.place}>
        {data === undefined || width === 0 ? null : (
          <Drawing drawing={drawRoute(data, width)} width={width} />
        )}
      </div>
      {data === undefined ? null : (
        <>
          <h3>{t('route.steps')}</h3>
          <ol className={css.steps}>
            {stepsInOrder(data).map((node) => (
              <li key={node.id} aria-current={stateOf(node) === 'now' ? 'step' : undefined}>
                <StepGlyph state={stateOf(node)} />
                <bdi>{words.of(node.title)}</bdi>
                <span>{t(`route.${stateOf(node)}`)}</span>
              </li>
            ))}
          </ol>
        </>
      )}
    </aside>
  );
}

function StepGlyph({ state }: { readonly state: StepState }) {
  return <Icon icon={glyphs[state]} size={14} className={css[`${state}-glyph`]} />;
}

/** Hidden from screen readers: the list below has the same content. */
function Drawing({ drawing, width }: { readonly drawing: RouteDrawing; readonly width: number }) {
  const marker = useId();
  const words = useTaskWords();
  const { steps, ways, height } = drawing;
  return (
    <div
      className={css.drawing}
      style={{ blockSize: height, inlineSize: width }}
      aria-hidden="true"
      dir="ltr"
    >
      <svg width={width} height={height} fill="none" aria-hidden="true">
        <defs>
          <marker
            id={marker}
            viewBox="0 0 8 8"
            refX="7"
            refY="4"
            markerWidth="7"
            markerHeight="7"
            orient="auto"
          >
            <path d="M0 0 8 4 0 8Z" fill="context-stroke" />
          </marker>
        </defs>
        {ways.map(({ id, path, done }) => (
          <path
            key={id}
            d={path}
            className={done ? css['done-way'] : css.way}
            markerEnd={`url(#${marker})`}
          />
        ))}
      </svg>
      {ways.map(({ id, label, labelAt }) =>
        label === undefined || label === '' ? null : (
          <span key={id} className={css.label} style={{ left: labelAt.x, top: labelAt.y }}>
            {label}
          </span>
        ),
      )}
      {steps.map(({ id, title, state, x, y, width: stepWidth }) => (
        <div
          key={id}
          className={cx(css.step, css[state])}
          style={{ left: x, top: y, inlineSize: stepWidth, blockSize: stepHeight }}
          title={words.of(title)}
        >
          <StepGlyph state={state} />
          <bdi>{words.of(title)}</bdi>
        </div>
      ))}
    </div>
  );
}
