/**
 * A hint beside the pointer that says what a drop would do: "Move to Leases". The browser's own drag picture cannot change during
 * a drag. Invariant: it is shown only over something that accepts the drop.
 */
import css from './drop-hint.module.css';

export interface PointerPlace {
  readonly clientX: number;
  readonly clientY: number;
}

/** Each of these ends the hint; a drop target under the pointer shows it again at once. */
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
