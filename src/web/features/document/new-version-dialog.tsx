// Asks for a minor or major version, and its comment.
import { useState } from 'react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Select } from '#web/ui/select.tsx';
import { TextArea } from '#web/ui/text-area.tsx';

export interface NewVersionDialogProps {
  readonly pending: boolean;
  readonly onClose: () => void;
  readonly onMake: (version: 'minor' | 'major', comment: string) => void;
}

export function NewVersionDialog({ pending, onClose, onMake }: NewVersionDialogProps) {
  const { t } = useTranslation('document');
  const [version, setVersion] = useState<'minor' | 'major'>('minor');
  const [comment, setComment] = useState('');
  return (
    <Dialog
      open
      size="small"
      title={t('versions.make')}
      onClose={onClose}
      onSubmit={() => onMake(version, comment)}
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button variant="primary" type="submit" loading={pending}>
            {t('versions.make')}
          </Button>
        </>
      }
    >
      <Select
        label={t('versions.kind')}
        value={version}
        options={[
          { value: 'minor', label: t('versions.minor') },
          { value: 'major', label: t('versions.major') },
        ]}
        onChange={setVersion}
      />
      <TextArea label={t('versions.comment')} value={comment} onChange={setComment} />
    </Dialog>
  );
}
