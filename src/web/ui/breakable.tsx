// Text without spaces that may go on in the next line where it says: a path after its slashes, a name before a capital.
// What is copied of it has nothing added.
import { Fragment } from 'react';

export interface BreakableProps {
  readonly text: string;
  /** Matches between two characters. */
  readonly at: RegExp;
}

export function Breakable({ text, at }: BreakableProps) {
  return text.split(at).map((piece, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one text have no identity but their order.
    <Fragment key={index}>
      {piece}
      <wbr />
    </Fragment>
  ));
}
