// An address that no page answers.

import { useTranslation } from '#web/i18n/use-translation.ts';
import { Link } from '#web/routing/link.tsx';
import { buttonClass } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { paths } from '../paths.ts';

export function NotFound() {
  const { t } = useTranslation('shell');
  return (
    <EmptyState
      level={1}
      title={t('notFound.title')}
      action={
        <Link className={buttonClass({ look: 'primary' })} to={paths.home.href()}>
          {t('notFound.action')}
        </Link>
      }
    >
      {t('notFound.text')}
    </EmptyState>
  );
}
