/**
 * Draws a hint beside the pointer: what a drop would do ("Move to Leases"), or why it is refused. The browser's drag image
 * cannot change during a drag. Invariant: the hint is shown only while its drop target is under the pointer.
 */
import { useEffect } from 'react';
import { loadNamespace, type Translate, translator } from '#web/i18n/texts.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { shownName } from '../kind-word.ts';
import css from './draw-drop-hint.module.css';
import { type DropHint, type PointerPlace, setDropHintRenderer } from './drop-hint.ts';

/** Each of these events hides the hint; a drop target that is still under the pointer then shows it again. */
const ends = ['dragover', 'dragleave', 'drop', 'dragend'];

let box: HTMLElement | undefined;

export function useDropHints(): void {
  const { language } = useTranslation('documents');
  useEffect(() => {
    void loadNamespace('changes', language).then(() => setDropHintRenderer(drawIn(translator('changes'))));
  }, [language]);
}

function words({ what, onto, document }: DropHint, t: Translate): string {
  const name = shownName(onto);
  if (what === 'within') return t('picker.within');
  if (what === 'add') return t('picker.noRight', { name });
  return t(`drop.${what}`, {
    name: what === 'remove' && document !== undefined ? shownName(document) : name,
  });
}

const drawIn =
  (t: Translate) =>
  (hint: DropHint, { clientX, clientY }: PointerPlace) => {
    if (box === undefined) {
      box = document.createElement('div');
      box.className = css.hint ?? '';
      document.body.append(box);
    }
    box.textContent = words(hint, t);
    box.toggleAttribute('data-refused', ['within', 'add', 'remove'].includes(hint.what));
    for (const type of ends) document.addEventListener(type, hide, { capture: true, once: true });
    const left = Math.min(clientX + 16, innerWidth - box.offsetWidth - 8);
    const top = Math.min(clientY + 20, innerHeight - box.offsetHeight - 8);
    box.style.transform = `translate(${Math.round(left)}px, ${Math.round(top)}px)`;
  };

function hide(): void {
  box?.remove();
  box = undefined;
}
