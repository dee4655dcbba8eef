// One waiting change: what it does, its status, and the possible actions.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { CircleAlert, CloudUpload } from 'lucide';
import { useId } from 'react';
import { untrashDocuments } from '#web/api/document-changes.ts';
import { personalWorkspace } from '#web/api/personal-workspace.ts';
import { useAwayReason } from '#web/api/use-connection.ts';
import { waitingQueue } from '#web/api/waiting/now-or-later.ts';
import { aboutOf, textOf, type WaitingChange } from '#web/api/waiting/waiting-change.ts';
import { addToast } from '#web/frame/toasts.ts';
import { useFormat } from '#web/i18n/use-format.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Note } from '#web/ui/note.tsx';
import { isString } from '#wire/json.ts';
import { RefusalNote } from '../refusal-note.tsx';
import css from './waiting.module.css';
import { WaitingConflict } from './waiting-conflict.tsx';
import { useWaitingWords } from './waiting-words.ts';

export interface WaitingItemProps {
  readonly change: WaitingChange;
  /** Called if an action here removed it from the list. */
  readonly onGone: () => void;
}

export function WaitingItem({ change, onGone }: WaitingItemProps) {
  const { t } = useTranslation('waiting');
  const words = useWaitingWords();
  const format = useFormat();
  const name = useId();
  const { id, at, trouble, work } = change;
  const { queue } = waitingQueue.getState();
  const client = useQueryClient();
  const away = useAwayReason();
  const act = useMutation({
    networkMode: 'always',
    mutationFn: (step: () => Promise<unknown> | undefined) => Promise.resolve(step()),
    onSuccess: onGone,
  });
  const restore = useMutation(untrashDocuments());
  const copy = useMutation({
    networkMode: 'always',
    mutationFn: () => navigator.clipboard.writeText(textOf(work)),
    onSuccess: () => void addToast({ text: t('copied') }),
    onError: ({ message }) => void addToast({ kind: 'bad', text: message }),
  });
  /** Saves the typed values as a new document in the person's workspace: other places may not allow it. */
  const saveAsNew = async () => {
    const home = await client.fetchQuery(personalWorkspace());
    if (work.kind !== 'edit' && work.kind !== 'new') return;
    const { type, title } = change.about;
    const values = work.kind === 'edit' ? { 'dc:title': title, ...work.values } : work.properties;
    const made = values['dc:title'];
    const named = isString(made) && made !== '' ? made : title;
    await queue?.replace(id, {
      about: aboutOf(home),
      work: { kind: 'new', type: work.kind === 'new' ? work.type : type, name: named, properties: values },
    });
  };
  const isContent = work.kind === 'edit' || work.kind === 'new';
  const isLost = trouble?.kind === 'gone' || trouble?.kind === 'forbidden' || trouble?.kind === 'trashed';
  return (
    <li className={css.change} aria-labelledby={name}>
      <div className={css.head}>
        <p id={name} className={css.what} dir="auto">
          {words(work)}
        </p>
        <span className={css.state}>
          <Icon icon={trouble === null ? CloudUpload : CircleAlert} size={14} />
          {trouble === null ? t('state.waiting') : t('state.troubled')} ·{' '}
          <time dateTime={new Date(at).toISOString()}>{format.relative(new Date(at))}</time>
        </span>
      </div>
      {trouble === null || trouble.kind === 'conflict' ? null : (
        <Note kind="warn">
          {trouble.kind === 'refused'
            ? t('trouble.refused', { reason: trouble.reason })
            : t(`trouble.${trouble.kind}.${work.kind === 'new' ? 'folder' : 'document'}`)}
        </Note>
      )}
      {act.error === null ? null : <RefusalNote error={act.error} />}
      {trouble?.kind === 'conflict' && work.kind === 'edit' ? (
        <WaitingConflict
          about={change.about}
          values={work.values}
          theirs={trouble.theirs}
          onSettle={(keepMine) =>
            act.mutate(() => queue?.settle(id, (field) => keepMine.get(field) === true))
          }
        />
      ) : null}
      <div className={css.buttons}>
        {trouble?.kind === 'trashed' ? (
          <Button
            size="small"
            loading={act.isPending}
            onClick={() =>
              act.mutate(async () => {
                await restore.mutateAsync([change.about.uid]);
                await queue?.retry([id]);
              })
            }
          >
            {t('restore')}
          </Button>
        ) : null}
        {trouble?.kind === 'refused' || trouble?.kind === 'forbidden' ? (
          <Button size="small" loading={act.isPending} onClick={() => act.mutate(() => queue?.retry([id]))}>
            {t('again')}
          </Button>
        ) : null}
        {isLost && isContent ? (
          <Button
            size="small"
            disabledReason={away}
            loading={act.isPending}
            onClick={() => act.mutate(saveAsNew)}
          >
            {t('saveAsNew')}
          </Button>
        ) : null}
        <Button size="small" variant="quiet" onClick={() => copy.mutate()}>
          {t('copy')}
        </Button>
        <Button size="small" variant="quiet" onClick={() => act.mutate(() => queue?.discard([id]))}>
          {t('discard')}
        </Button>
      </div>
    </li>
  );
}
