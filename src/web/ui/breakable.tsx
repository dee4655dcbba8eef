// Text without spaces that may wrap at given points: a path after its slashes, a name before a capital. Copied text has nothing
// added.
import { Fragment } from 'react';

export interface BreakableProps {
  readonly text: string;
  /** Matches the position between two characters. */
  readonly at: RegExp;
}

export function Breakable({ text, at }: BreakableProps) {
  return text.split(at).map((piece, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: pieces of a text are identified by their position.
    <Fragment key={index}>
      {piece}
      <wbr />
    </Fragment>
  ));
}
