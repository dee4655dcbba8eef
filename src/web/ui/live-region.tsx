// Announces to assistive technology what is otherwise only visible. One polite region and one assertive; mounted once.
// `aria-live`, which the roles imply, keeps an open dialog from hiding them. Invariant: the same text set twice is announced twice.
import { create } from 'zustand';
import css from './visually-hidden.module.css';

interface Voice {
  readonly polite: string;
  readonly assertive: string;
}

const useVoice = create<Voice>(() => ({ polite: '', assertive: '' }));

/** Screen readers react to a changed text node, so a repeated sentence gets an invisible difference. */
function differing(earlier: string, text: string): string {
  return earlier === text ? `${text}\u00a0` : text;
}

export function announce(text: string, manner: 'polite' | 'assertive' = 'polite'): void {
  useVoice.setState((voice) => ({ [manner]: differing(voice[manner], text) }));
}

export function LiveRegion() {
  const { polite, assertive } = useVoice();
  return (
    <>
      <div className={css.hidden} role="status" aria-live="polite">
        {polite}
      </div>
      <div className={css.hidden} role="alert" aria-live="assertive">
        {assertive}
      </div>
    </>
  );
}
