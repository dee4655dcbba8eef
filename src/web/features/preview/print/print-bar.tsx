// A toolbar with only a print button.
import { useTranslation } from '#web/i18n/use-translation.ts';
import tools from '../tools.module.css';
import { PrintButton, type PrintButtonProps } from './print-button.tsx';

export function PrintBar({ print }: PrintButtonProps) {
  const { t } = useTranslation('preview');
  return (
    <div className={tools.tools} role="toolbar" aria-label={t('tools')}>
      <span className={tools.gap} />
      <PrintButton print={print} />
    </div>
  );
}
