// Shown if a viewer cannot show its file: the reason, a retry if that may help, and a download.

import { useMutation } from '@tanstack/react-query';
import { downloadFile } from '#web/api/blobs.ts';
import { useDownloadRefusal } from '#web/documents/offline/file-here.ts';
import type { ViewerFile } from '#web/documents/viewer-file.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button } from '#web/ui/button.tsx';
import { Note } from '#web/ui/note.tsx';
import css from './preview.module.css';

export interface PreviewProblemProps {
  readonly file: ViewerFile;
  readonly reason: string;
  readonly onRetry?: () => void;
}

export function PreviewProblem({ file, reason, onRetry }: PreviewProblemProps) {
  const { t } = useTranslation('preview');
  const save = useMutation({
    networkMode: 'always',
    mutationFn: () => downloadFile(file.download, file.name),
  });
  const refusal = useDownloadRefusal();
  return (
    <div className={css.problem}>
      <Note
        kind="bad"
        onRetry={onRetry}
        action={
          <Button
            size="small"
            disabledReason={refusal}
            loading={save.isPending}
            onClick={() => save.mutate()}
          >
            {t('download')}
          </Button>
        }
      >
        {save.error?.message ?? reason}
      </Note>
    </div>
  );
}
