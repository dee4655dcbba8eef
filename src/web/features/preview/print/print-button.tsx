// Prints what is shown; an error is shown as a toast.
import { useMutation } from '@tanstack/react-query';
import { Printer } from 'lucide';
import { addToast } from '#web/frame/toasts.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { IconButton } from '#web/ui/icon-button.tsx';

export interface PrintButtonProps {
  readonly print: () => Promise<void>;
}

export function PrintButton({ print }: PrintButtonProps) {
  const { t } = useTranslation('preview');
  const printing = useMutation({
    networkMode: 'always',
    mutationFn: print,
    onError: (error) => addToast({ kind: 'bad', text: t('print.failed', { reason: error.message }) }),
  });
  return (
    <IconButton
      icon={Printer}
      size="small"
      label={t('print.start')}
      loading={printing.isPending}
      onClick={() => {
        if (!printing.isPending) printing.mutate();
      }}
    />
  );
}
