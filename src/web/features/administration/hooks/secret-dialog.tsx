/** Shows a hook's secret, which is shown only once. */
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import css from './hooks-page.module.css';

export function SecretDialog({ secret, onClose }: { readonly secret: string; readonly onClose: () => void }) {
  const { t } = useTranslation('hooks');
  return (
    <Dialog
      open
      size="small"
      guarded
      title={t('secret.title')}
      description={t('secret.text')}
      onClose={onClose}
      footer={
        <Button variant="primary" onClick={onClose}>
          {t('secret.kept')}
        </Button>
      }
    >
      <code className={css.secret}>{secret}</code>
    </Dialog>
  );
}
