/** The dialog of rights on several documents: the action, the people, and the button. The preview goes between them. */
import type { ReactNode } from 'react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Segments } from '#web/ui/segments.tsx';
import css from './rights.module.css';
import { type RightsAction, rightsActions } from './rights-plan.ts';

export interface RightsFrameProps {
  readonly size: 'small' | 'large';
  readonly title: string;
  /** Something was chosen that closing would lose. */
  readonly guarded: boolean;
  readonly action: RightsAction;
  readonly onAction: (action: RightsAction) => void;
  readonly saveLabel: string;
  readonly canSave: boolean;
  readonly onClose: () => void;
  readonly onSave: () => void;
  readonly children: ReactNode;
}

export function RightsFrame(props: RightsFrameProps) {
  const { t } = useTranslation('rights');
  const { t: common } = useTranslation('ui');
  const { action } = props;
  return (
    <Dialog
      open
      size={props.size}
      guarded={props.guarded}
      title={props.title}
      onClose={props.onClose}
      onSubmit={props.onSave}
      footer={
        <>
          <Button onClick={props.onClose}>{common('cancel')}</Button>
          <Button
            type="submit"
            variant={action === 'give' || action === 'unblock' ? 'primary' : 'danger-fill'}
            disabled={!props.canSave}
          >
            {props.saveLabel}
          </Button>
        </>
      }
    >
      <div className={css.form}>
        <Segments
          label={t('action.label')}
          segments={rightsActions.map((id) => ({ id, label: t(`action.${id}`) }))}
          value={action}
          onChange={props.onAction}
        />
        {props.children}
      </div>
    </Dialog>
  );
}
