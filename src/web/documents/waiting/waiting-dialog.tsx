// The changes that wait until the server answers, by document, and those with a problem, which is decided here.

import { useRef } from 'react';
import { Link } from 'react-router-dom';
import { waitingQueue } from '#web/api/waiting/now-or-later.ts';
import type { WaitingChange } from '#web/api/waiting/waiting-change.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { paths } from '#web/paths.ts';
import { BidiName } from '#web/ui/bidi-name.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { useWaiting, useWaitingInPage } from './use-waiting.ts';
import css from './waiting.module.css';
import { WaitingItem } from './waiting-item.tsx';

export function WaitingDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation('waiting');
  const { changes, sending } = useWaiting();
  const inPage = useWaitingInPage();
  const list = useRef<HTMLDivElement>(null);
  const { queue } = waitingQueue.getState();
  const byDocument = Map.groupBy(changes, ({ about }) => about.uid);
  return (
    <Dialog
      open
      size="large"
      title={t('title')}
      description={t('text')}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('close')}</Button>
          <Button
            variant="primary"
            loading={sending}
            loadingText={t('sending')}
            disabled={!changes.some(({ trouble }) => trouble === null)}
            onClick={() => void queue?.send()}
          >
            {t('tryNow')}
          </Button>
        </>
      }
    >
      <p className={css.none} role="status">
        {changes.length > 0 ? t('note.waiting', { count: changes.length }) : inPage === 0 ? t('none') : null}{' '}
        {inPage === 0 ? null : t('inPage', { count: inPage })}
      </p>
      {/* Takes the focus when the focused button disappears with its change. */}
      <div ref={list} className={css.list} tabIndex={-1}>
        {[...byDocument].map(([uid, some]) => {
          const last = some.at(-1);
          if (last === undefined) return null;
          return (
            <section key={uid}>
              <h3>
                <Link to={paths.doc.href(uid)} onClick={onClose}>
                  <BidiName>{titleAfter(last)}</BidiName>
                </Link>
              </h3>
              <ul className={css.changes}>
                {some.map((change) => (
                  <WaitingItem key={change.id} change={change} onGone={() => list.current?.focus()} />
                ))}
              </ul>
            </section>
          );
        })}
      </div>
    </Dialog>
  );
}

/** The document's title with this change. */
function titleAfter({ about, work }: WaitingChange): string {
  const title = work.kind === 'edit' ? work.values['dc:title'] : undefined;
  return typeof title === 'string' ? title : about.title;
}
