// A lazy part that is fetched ahead, when the page is at rest, and then drawn at once. Of a lazy one React first draws the
// gap, however soon it comes, and keeps that for 300 ms.
import { type ComponentType, createElement, type ReactNode, useState } from 'react';
import { lazyPart } from './lazy-part.ts';

export interface PreparedPart<Props> {
  (props: Props): ReactNode;
  /** Fetches it now. What does not come is asked for again where it is drawn. */
  readonly prepare: () => void;
}

let rest: () => void = () => {};
const atRest = new Promise<void>((resolve) => {
  rest = resolve;
});

/** From now on the line has nothing better to do. */
export function prepareParts(): void {
  rest();
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
  const prepare = () => void fetched().catch(() => undefined);
  void atRest.then(prepare);
  const find = () => here ?? later;
  return Object.assign((props: Props) => createElement(Drawn<Props>, { find, props }), { prepare });
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
