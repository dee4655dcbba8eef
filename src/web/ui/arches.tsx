// The drawing of empty states: a vault of two arches on its floor line. Decorative.
import css from './arches.module.css';

export function Arches() {
  return (
    <svg className={css.arches} width="120" height="84" viewBox="0 0 120 84" aria-hidden="true">
      <path d="M10 80V38a24 24 0 0 1 48 0v42M62 80V38a24 24 0 0 1 48 0v42" />
      <path className={css.inner} d="M19 80V39a15 15 0 0 1 30 0v41M71 80V39a15 15 0 0 1 30 0v41" />
      <path d="M2 80h116" />
    </svg>
  );
}
