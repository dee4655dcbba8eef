/** Shows the document under the cursor large, over the list: arrow keys move on in the list, Space or Esc closes it. */

import { type KeyboardEvent, useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import { useFormat } from '#web/i18n/use-format.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { selectOnly } from '#web/ui/selection.ts';
import { shownName } from '../kind-word.ts';
import { LargePicture } from '../large-picture.tsx';
import { addressOf } from '../open-document.ts';
import type { DocumentRows } from '../rows/use-document-rows.ts';
import type { Choice } from '../selection/use-choice.ts';
import { useBrowseSlots } from '../slots.ts';
import { useKindWords } from '../use-kind-word.ts';
import { sizeOf } from './columns.tsx';
import css from './quick-look.module.css';

export interface QuickLookDialogProps {
  readonly rows: DocumentRows;
  readonly choice: Choice;
  readonly onClose: () => void;
}

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 };

export function QuickLook({ rows, choice, onClose }: QuickLookDialogProps) {
  const { t } = useTranslation('changes');
  const words = useKindWords();
  const format = useFormat();
  const navigate = useNavigate();
  const { QuickLook: Preview } = useBrowseSlots();
  const body = useRef<HTMLDivElement>(null);
  const document = rows.rowAt(choice.selection.cursor);
  if (document === undefined) return null;

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === ' ' && event.target === body.current) onClose();
    else {
      const step = steps[event.key];
      const index = choice.selection.cursor + (step ?? 0);
      const next = step === undefined || event.target !== body.current ? undefined : rows.rowAt(index);
      if (next === undefined) return;
      choice.set(selectOnly(index, () => next.uid));
    }
    event.preventDefault();
    event.stopPropagation();
  };
  const facts = [words.of(document), sizeOf(document, format)].filter((fact) => fact !== '');
  return (
    <Dialog
      open
      onClose={onClose}
      size="full"
      title={shownName(document)}
      description={facts.join(' · ')}
      initialFocus={body}
      footer={
        <Button variant="primary" onClick={() => void navigate(addressOf(document))}>
          {t('open')}
        </Button>
      }
    >
      <section
        ref={body}
        className={css.body}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys on it go to the next document.
        tabIndex={0}
        aria-label={t('look.keys')}
        onKeyDown={onKeyDown}
      >
        {Preview === undefined ? (
          <LargePicture key={document.uid} document={document} />
        ) : (
          <Preview key={document.uid} document={document} />
        )}
      </section>
    </Dialog>
  );
}
