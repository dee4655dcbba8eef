/** A row's name and the marks beside it: who holds the lock, how many comments. */
import { Lock } from 'lucide';
import type { ReactNode } from 'react';
import { isFolderish } from '#web/api/document-context.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Icon } from '#web/ui/icon.tsx';
import { MiddleTruncate } from '#web/ui/middle-truncate.tsx';
import { Tooltip } from '#web/ui/tooltip.tsx';
import css from './document-name.module.css';
import { shownName } from './kind-word.ts';
import { addressOf, useAppAddress } from './open-document.ts';
import { useRowMark } from './row-mark.ts';
import type { StoredDocument } from './stored-document.ts';

export function DocumentName({ document }: { readonly document: StoredDocument }) {
  const { Mark } = useRowMark();
  return (
    <span className={css.line}>
      <DocumentLink document={document}>
        <MiddleTruncate name={shownName(document)} extension={!isFolderish(document)} />
      </DocumentLink>
      <LockBadge document={document} />
      {Mark && <Mark document={document} />}
    </span>
  );
}

interface DocumentLinkProps {
  readonly document: StoredDocument;
  readonly children: ReactNode;
}

/** A link, for the middle button and for copying the address; a plain click selects, as everywhere in the row. */
export function DocumentLink({ document, children }: DocumentLinkProps) {
  const absolute = useAppAddress();
  return (
    <a
      className={css.link}
      href={absolute(addressOf(document))}
      aria-label={shownName(document)}
      tabIndex={-1}
      draggable={false}
      data-opens-row
    >
      {children}
    </a>
  );
}

export function LockBadge({ document }: { readonly document: StoredDocument }) {
  const { t } = useTranslation('documents');
  if (document.lockOwner === undefined) return null;
  const text = t('lockedBy', { name: document.lockOwner });
  return (
    <Tooltip text={text}>
      <span className={css.badge} role="img" aria-label={text}>
        <Icon icon={Lock} size={13} />
      </span>
    </Tooltip>
  );
}
