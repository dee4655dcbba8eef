// A bar in place of text that is loading. Give it the final width, so that nothing moves when the text arrives.
import css from './skeleton.module.css';

export function Skeleton({
  width = '60%',
  height = 10,
}: {
  readonly width?: number | string;
  readonly height?: number;
}) {
  return (
    <span className={css.skeleton} style={{ inlineSize: width, blockSize: height }} aria-hidden="true" />
  );
}
