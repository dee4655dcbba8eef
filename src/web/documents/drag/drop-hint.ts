/**
 * What a drop would do, beside the pointer: "Move to Leases". The picture that the browser drags cannot change on the
 * way. Invariant: it is there only while something that takes the drop is under the pointer.
 */
import css from './drop-hint.module.css';

export interface PointerPlace {
  readonly clientX: number;
  readonly clientY: number;
}

/** Before any place under the pointer says again that it takes the drop, or nothing does any more. */
const ends = ['dragover', 'dragleave', 'drop', 'dragend'];

let box: HTMLElement | undefined;

export function showDropHint(text: string, { clientX, clientY }: PointerPlace): void {
  if (box === undefined) {
    box = document.createElement('div');
    box.className = css.hint ?? '';
    document.body.append(box);
  }
  box.textContent = text;
  for (const type of ends) document.addEventListener(type, hideDropHint, { capture: true, once: true });
  const left = Math.min(clientX + 16, innerWidth - box.offsetWidth - 8);
  const top = Math.min(clientY + 20, innerHeight - box.offsetHeight - 8);
  box.style.transform = `translate(${Math.round(left)}px, ${Math.round(top)}px)`;
}

export function hideDropHint(): void {
  box?.remove();
  box = undefined;
}
