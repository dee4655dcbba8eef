// A PDF, or one that the server made of another file: opening it, its password, and the error if it cannot be opened.

import { useMutation } from '@tanstack/react-query';
import { downloadFile } from '#web/api/blobs.ts';
import { useDownloadRefusal } from '#web/documents/offline/file-here.ts';
import type { ViewerFile } from '#web/documents/viewer-file.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button } from '#web/ui/button.tsx';
import { Note } from '#web/ui/note.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import css from '../preview.module.css';
import { PasswordDialog } from './password-dialog.tsx';
import { PdfReader } from './pdf-reader.tsx';
import { usePdf } from './use-pdf.ts';

export function PdfViewer({ file }: { readonly file: ViewerFile }) {
  const { t } = useTranslation('preview');
  const { state, retry } = usePdf(file);
  const save = useMutation({
    networkMode: 'always',
    mutationFn: () => downloadFile(file.download, file.name),
  });
  const refusal = useDownloadRefusal();
  switch (state.status) {
    case 'ready':
      return <PdfReader key={state.pdf.fingerprints[0]} pdf={state.pdf} name={file.name} />;
    case 'failed':
      return (
        <div className={css.problem}>
          <Note
            kind="bad"
            onRetry={retry}
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
            {t('failed', { reason: state.error.message })}
          </Note>
        </div>
      );
    case 'password':
      return <PasswordDialog wrong={state.wrong} name={file.name} onAnswer={state.answer} />;
    case 'opening':
      return (
        <div className={css.waiting} role="status">
          <Spinner size={22} />
          {file.bytes === null ? t('converting') : t('opening')}
        </div>
      );
  }
}
