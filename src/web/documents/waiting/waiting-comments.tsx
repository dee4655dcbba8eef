// Comments on a document that wait until the server answers, shown below its other comments.
import { CloudUpload } from 'lucide';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Icon } from '#web/ui/icon.tsx';
import { useWaitingOf } from './use-waiting.ts';
import css from './waiting.module.css';

export function WaitingComments({ uid }: { readonly uid: string }) {
  const { t } = useTranslation('waiting');
  const texts = useWaitingOf(uid).flatMap(({ id, work }) =>
    work.kind === 'comment' ? [{ id, text: work.text }] : [],
  );
  if (texts.length === 0) return null;
  return (
    <ul className={css.comments}>
      {texts.map(({ id, text }) => (
        <li key={id}>
          <span className={css.state}>
            <Icon icon={CloudUpload} size={14} />
            {t('state.waiting')}
          </span>
          <p dir="auto">{text}</p>
        </li>
      ))}
    </ul>
  );
}
