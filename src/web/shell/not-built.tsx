// Stands at an address whose page is not part of this version, and says so.
import { useTranslation } from '#web/i18n/use-translation.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';

export function NotBuilt() {
  const { t } = useTranslation('shell');
  return (
    <EmptyState level={1} title={t('soon.title')}>
      {t('soon.text')}
    </EmptyState>
  );
}
