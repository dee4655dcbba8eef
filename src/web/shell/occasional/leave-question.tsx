// Asks before unsaved work is left.

import { useState } from 'react';
import { type Unsaved, useLeaveQuestion } from '#web/frame/leave-guard.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';

export function LeaveQuestion() {
  const { t } = useTranslation('occasional');
  const asking = useLeaveQuestion((state) => state.asking);
  // Keeps its text while it fades out.
  const [unsaved, setUnsaved] = useState<Unsaved>('here');
  if (asking !== null && asking.unsaved !== unsaved) setUnsaved(asking.unsaved);
  const answer = (leave: boolean) => () => asking?.answer(leave);
  return (
    <Dialog
      open={asking !== null}
      onClose={answer(false)}
      size="small"
      title={t('leave.title')}
      description={t(unsaved === 'here' ? 'leave.text' : 'leave.elsewhere')}
      footer={
        <>
          <Button onClick={answer(false)}>{t('leave.stay')}</Button>
          <Button variant="danger-fill" onClick={answer(true)}>
            {t('leave.leave')}
          </Button>
        </>
      }
    />
  );
}
