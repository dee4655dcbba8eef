// A lazy part that loads early, when the page is idle, and is then drawn at once. For a lazy component React first draws an empty
// place, and keeps it for 300 ms, however soon the code has loaded.
import { type ComponentType, createElement, type ReactNode, useState } from 'react';
import { lazyPart } from './lazy-part.ts';

export interface PreparedPart<Props> {
  (props: Props): ReactNode;
  /** Loads it now. A failure is ignored: it loads again where it is drawn. */
  readonly prepare: () => void;
}

let resolveIdle: () => void = () => {};
const whenIdle = new Promise<void>((resolve) => {
  resolveIdle = resolve;
});

/** Call it when the page is idle: loads all prepared parts. */
export function prepareParts(): void {
  resolveIdle();
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
  void whenIdle.then(prepare);
  const find = () => here ?? later;
  return Object.assign((props: Props) => createElement(Drawn<Props>, { find, props }), { prepare });
}

interface DrawnProps<Props> {
  readonly find: () => ComponentType<Props>;
  readonly props: Props;
}

/** Chosen once: changing the component later would lose its state. */
function Drawn<Props extends object>({ find, props }: DrawnProps<Props>) {
  const [Shown] = useState<ComponentType<Props>>(find);
  return createElement(Shown, props);
}
