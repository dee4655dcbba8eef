/** A button that copies a report of an error: its message and the latest requests to the server. */
import { ClipboardCopy } from 'lucide';
import { recentRequests } from '#web/api/recent-requests.ts';
import { runningApi } from '#web/api/start.ts';
import type { FaultDetailsProps } from '#web/frame/fault-details.ts';
import { addToast } from '#web/frame/toasts.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { IconButton } from '#web/ui/icon-button.tsx';

export function CopyDetails({ message }: FaultDetailsProps) {
  const { t } = useTranslation('progress');
  const copy = async (): Promise<void> => {
    try {
      const { faultReport } = await import('#web/api/fault-report.ts');
      const place = {
        message,
        at: new Date(),
        page: location.pathname,
        server: runningApi().config.server,
        browser: navigator.userAgent,
        window: `${innerWidth}×${innerHeight}`,
        language: document.documentElement.lang,
      };
      await navigator.clipboard.writeText(faultReport(place, recentRequests));
      addToast({ text: t('details.copied') });
    } catch {
      addToast({ kind: 'bad', text: t('details.refused') });
    }
  };
  return (
    <IconButton icon={ClipboardCopy} size="small" label={t('details.copy')} onClick={() => void copy()} />
  );
}
