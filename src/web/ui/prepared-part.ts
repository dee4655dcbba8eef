// A lazy part whose code may be fetched ahead, when the page is at rest: then it is drawn at once. Of a lazy one React first
// draws the gap, however soon it comes, and keeps that for 300 ms.
import { type ComponentType, createElement, type ReactNode, useState } from 'react';
import { lazyPart } from './lazy-part.ts';

export interface PreparedPart<Props> {
  (props: Props): ReactNode;
  /** Fetches it. What does not come now is asked for again where it is drawn. */
  readonly prepare: () => void;
}

export function preparedPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): PreparedPart<Props> {
  let here: ComponentType<Props> | undefined;
  const fetched = async () => {
    here ??= await load();
    return here;
  };
  const later = lazyPart(async () => ({ default: await fetched() }));
  return Object.assign((props: Props) => createElement(Drawn<Props>, { find: () => here ?? later, props }), {
    prepare: () => void fetched().catch(() => undefined),
  });
}

interface DrawnProps<Props> {
  readonly find: () => ComponentType<Props>;
  readonly props: Props;
}

/** Which of both it is, is decided once: it would lose its state. */
function Drawn<Props extends object>({ find, props }: DrawnProps<Props>) {
  const [Shown] = useState<ComponentType<Props>>(find);
  return createElement(Shown, props);
}
