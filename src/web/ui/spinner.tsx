// A turning ring for work without a known length. Decorative: the words beside it say what is awaited.
import css from './spinner.module.css';

export function Spinner({ size = 14 }: { readonly size?: number }) {
  return (
    <svg className={css.spinner} width={size} height={size} viewBox="0 0 16 16" aria-hidden="true">
      <circle cx="8" cy="8" r="6.25" pathLength="100" />
    </svg>
  );
}
