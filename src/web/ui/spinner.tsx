// A turning ring for work of unknown length. Decorative: the text beside it says what is being waited for.
import css from './spinner.module.css';

export function Spinner({ size = 14 }: { readonly size?: number }) {
  return (
    <svg className={css.spinner} width={size} height={size} viewBox="0 0 16 16" aria-hidden="true">
      <circle cx="8" cy="8" r="6.25" pathLength="100" />
    </svg>
  );
}
