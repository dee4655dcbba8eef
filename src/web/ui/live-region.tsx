// Says things to assistive technology that the eye sees for itself. One polite voice, one assertive; mounted once.
// Invariant: the same words set twice are announced twice.
import { create } from 'zustand';
import css from './visually-hidden.module.css';

interface Voice {
  readonly polite: string;
  readonly assertive: string;
}

const useVoice = create<Voice>(() => ({ polite: '', assertive: '' }));

/** A changed text node is what readers react to, so a repeated sentence gets an invisible difference. */
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
      <div className={css.hidden} role="status">
        {polite}
      </div>
      <div className={css.hidden} role="alert">
        {assertive}
      </div>
    </>
  );
}
