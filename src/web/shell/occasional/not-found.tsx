// The page for an unknown address.

import { Link } from 'react-router-dom';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { paths } from '#web/paths.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';

export function NotFound() {
  const { t } = useTranslation('occasional');
  return (
    <EmptyState
      level={1}
      title={t('notFound.title')}
      action={
        <Link className={buttonClass({ variant: 'primary' })} to={paths.home.href()}>
          {t('notFound.action')}
        </Link>
      }
    >
      {t('notFound.text')}
    </EmptyState>
  );
}
