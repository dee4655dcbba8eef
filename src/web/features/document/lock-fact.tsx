// Who holds the document, since when: "Locked by you since 09:02".
import { useQuery } from '@tanstack/react-query';
import { LockKeyhole } from 'lucide';
import { me } from '#web/api/me.ts';
import type { StoredDocument } from '#web/documents/stored-document.ts';
import { usePerson } from '#web/forms/person-name.tsx';
import { useFormat } from '#web/i18n/use-format.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Icon } from '#web/ui/icon.tsx';
import css from './document-head.module.css';

export function LockFact({ document }: { readonly document: StoredDocument }) {
  const { t } = useTranslation('document');
  const format = useFormat();
  const myself = useQuery(me());
  const { lockOwner = '', lockCreated } = document;
  const owner = usePerson(lockOwner);
  if (lockOwner === '') return null;
  const mine = myself.data?.id === lockOwner;
  const since = new Date(lockCreated ?? '');
  const today = since.toDateString() === new Date().toDateString();
  const when = today ? format.time(since) : format.day(since);
  return (
    <span className={css.fact}>
      <Icon icon={LockKeyhole} size={14} />
      <span>{mine ? t('lock.byYou', { when }) : t('lock.by', { name: owner.label, when })}</span>
    </span>
  );
}
