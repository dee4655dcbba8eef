// The facts that the repository keeps about a document: creator, dates, path, retention.
import { useQuery } from '@tanstack/react-query';
import { Copy, Stamp } from 'lucide';
import { type ReactNode, Suspense, useState } from 'react';
import { isFolderish, may } from '#web/api/document-context.ts';
import { spaceOf } from '#web/api/document-details.ts';
import { hasOperation } from '#web/api/has-operation.ts';
import { me } from '#web/api/me.ts';
import type { StoredDocument } from '#web/documents/stored-document.ts';
import { parseDate } from '#web/forms/date-value.ts';
import { PersonName } from '#web/forms/person-name.tsx';
import { addToast } from '#web/frame/toasts.ts';
import { useFormat } from '#web/i18n/use-format.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { AwaitedDialog } from '#web/ui/awaited-dialog.tsx';
import { Breakable } from '#web/ui/breakable.tsx';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { lazyPart } from '#web/ui/lazy-part.ts';
import { isString } from '#wire/json.ts';
import css from './details-panel.module.css';
import { KeepDialog } from './keep-dialog.tsx';
import { SpaceUsed } from './space-used.tsx';

const QuotaDialog = lazyPart(() =>
  import('#web/documents/changes/quota-dialog.tsx').then((module) => ({ default: module.QuotaDialog })),
);

const keepingRights = ['MakeRecord', 'SetRetention', 'ManageLegalHold'] as const;

export function RecordFacts({ document }: { readonly document: StoredDocument }) {
  const { t } = useTranslation('document');
  const { t: documents } = useTranslation('documents');
  const format = useFormat();
  const { properties = {}, uid, path, type, retainUntil, hasLegalHold } = document;
  const [keeping, setKeeping] = useState(false);
  const until = parseDate(retainUntil);
  const hasRight =
    !document.isVersion && !document.isProxy && keepingRights.some((right) => may(document, right));
  const mayKeep =
    useQuery({ ...hasOperation('Document.MakeRecord'), enabled: hasRight }).data === true && hasRight;
  const space = spaceOf(document);
  const [limiting, setLimiting] = useState(false);
  const administrates = useQuery(me()).data?.isAdministrator === true;
  const event = (date: unknown, person: unknown) => {
    const at = parseDate(date);
    return (
      <span className={css.fact}>
        {at === null ? '–' : <time dateTime={at.toISOString()}>{format.day(at)}</time>}
        {isString(person) ? <PersonName id={person} /> : null}
      </span>
    );
  };
  return (
    <section>
      <h2 className={css.heading}>{t('section.record')}</h2>
      <Fact name={t('fact.created')}>{event(properties['dc:created'], properties['dc:creator'])}</Fact>
      <Fact name={t('fact.modified')}>
        {event(properties['dc:modified'], properties['dc:lastContributor'])}
      </Fact>
      {until === null && !hasLegalHold && !mayKeep ? null : (
        <Fact name={t('fact.retention')}>
          {until === null && !hasLegalHold ? null : (
            <span className={css.fact}>
              <Icon icon={Stamp} size={14} />
              {until === null ? t('fact.legalHold') : t('fact.keepUntil', { date: format.date(until) })}
            </span>
          )}
          {mayKeep ? (
            <Button size="small" onClick={() => setKeeping(true)}>
              {t('keep.action')}
            </Button>
          ) : null}
        </Fact>
      )}
      {keeping ? <KeepDialog document={document} onClose={() => setKeeping(false)} /> : null}
      <Fact name={t('fact.type')}>{documents(`type.${type}`, { defaultValue: type })}</Fact>
      {space === null ? null : (
        <Fact name={t('fact.space')}>
          <SpaceUsed space={space} />
          {administrates && isFolderish(document) ? (
            <Button size="small" variant="quiet" onClick={() => setLimiting(true)}>
              {t(space.allowed === null ? 'space.limit' : 'space.change')}
            </Button>
          ) : null}
        </Fact>
      )}
      {limiting ? (
        <Suspense fallback={<AwaitedDialog onClose={() => setLimiting(false)} />}>
          <QuotaDialog folder={document} onClose={() => setLimiting(false)} />
        </Suspense>
      ) : null}
      <Fact name={t('fact.path')}>
        <Copyable text={path} label={t('fact.copyPath')} />
      </Fact>
      <Fact name={t('fact.id')}>
        <Copyable text={uid} label={t('fact.copyId')} />
      </Fact>
    </section>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className={css.row}>
      <span className={css.key}>{name}</span>
      <div className={css.value}>{children}</div>
    </div>
  );
}

function Copyable({ text, label }: { readonly text: string; readonly label: string }) {
  const { t } = useTranslation('document');
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => addToast({ text: t('copied') }),
      () => addToast({ kind: 'bad', text: t('copyRefused') }),
    );
  return (
    <span className={css.copyable}>
      <bdi className={css.mono}>
        <Breakable text={text} at={/(?<=\/)/} />
      </bdi>
      <IconButton icon={Copy} size="small" label={label} onClick={() => void copy()} />
    </span>
  );
}
