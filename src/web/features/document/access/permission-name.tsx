// A permission's label, with its name on the server beside it.
import { useTranslation } from '#web/i18n/use-translation.ts';
import css from './access-table.module.css';

export function PermissionName({
  permission,
  granted = true,
}: {
  readonly permission: string;
  readonly granted?: boolean;
}) {
  const { t } = useTranslation('document');
  const words = t(`permission.${permission}`, { defaultValue: permission });
  return (
    <span className={css.permission}>
      <span data-refused={!granted || undefined}>
        {granted ? words : t('access.denied', { permission: words })}
      </span>
      <code>{permission}</code>
    </span>
  );
}
