// A name that people gave, in the direction of its own letters; signs in it that would turn the rest round are seen instead.
import { withVisibleControls } from '#web/i18n/visible-controls.ts';

export function BidiName({ children }: { readonly children: string }) {
  return <bdi>{withVisibleControls(children)}</bdi>;
}
