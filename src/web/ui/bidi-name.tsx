// A name given by people, in the direction of its own letters; control characters that would reorder the text are made visible.
import { withVisibleControls } from '#web/i18n/visible-controls.ts';

export function BidiName({ children }: { readonly children: string }) {
  return <bdi>{withVisibleControls(children)}</bdi>;
}
