/** The operations panel as a page; the chosen operation is in the address. */

import { useNavigate, useParams } from 'react-router-dom';
import { PagePlace } from '#web/frame/page-place.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { paths } from '#web/paths.ts';
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx';
import css from './operations-page.module.css';
import { OperationsPanel } from './operations-panel.tsx';

export function OperationsPage() {
  const { t } = useTranslation('operations');
  const { id } = useParams();
  const navigate = useNavigate();
  return (
    <div className={css.page}>
      <PagePlace title={t('title')} />
      <VisuallyHidden as="h1">{t('title')}</VisuallyHidden>
      <OperationsPanel chosen={id} onChoose={(next) => void navigate(paths.operations.href(next))} />
    </div>
  );
}
