// At the foot of the panel: the number of unsaved changes and of errors, with the buttons to save and to discard.
import { useContext } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button } from '#web/ui/button.tsx';
import { Note } from '#web/ui/note.tsx';
import css from './details-panel.module.css';
import { PanelFoot } from './panel-foot.ts';
import type { DocumentEdit } from './use-document-edit.ts';

export interface SaveBarProps {
  readonly edit: DocumentEdit;
  readonly onDiscard: () => void;
}

export function SaveBar({ edit, onDiscard }: SaveBarProps) {
  const { t } = useTranslation('document');
  const foot = useContext(PanelFoot);
  const { changes, errors, failure, saving } = edit;
  if (changes.size === 0 || foot === null) return null;
  const wrong = new Set([...errors.keys()].map((path) => path.split('/')[0])).size;
  return createPortal(
    <footer className={css.foot}>
      {failure === null ? null : <Note kind="bad">{t('notSaved', { reason: failure.message })}</Note>}
      <div className={css.save}>
        <span className={css.count} role="status">
          <b>{t('changes', { count: changes.size })}</b>
          {wrong === 0 ? null : <span> · {t('toCorrect', { count: wrong })}</span>}
        </span>
        <Button
          variant="quiet"
          onClick={() => {
            edit.discard();
            onDiscard();
          }}
        >
          {t('discard')}
        </Button>
        <Button
          variant="primary"
          loading={saving}
          loadingText={t('saving')}
          disabled={wrong > 0}
          onClick={edit.save}
        >
          {t('save')}
        </Button>
      </div>
    </footer>,
    foot,
  );
}
