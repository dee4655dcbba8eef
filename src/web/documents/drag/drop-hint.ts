/** A hint beside the pointer: what a drop would do, or why it is refused. Drawn by draw-drop-hint.ts, which is loaded later. */
import type { StoredDocument } from '../stored-document.ts';
import type { DropVerb, Refusal } from './dragging.ts';

export interface PointerPlace {
  readonly clientX: number;
  readonly clientY: number;
}

export interface DropHint {
  readonly what: DropVerb | 'version' | Exclude<Refusal['why'], 'same'>;
  /** The drop target. */
  readonly onto: StoredDocument;
  /** The first document that is refused. */
  readonly document?: StoredDocument | undefined;
}

type Draw = (hint: DropHint, place: PointerPlace) => void;

let draw: Draw = () => {};

export function setDropHintRenderer(one: Draw): void {
  draw = one;
}

export function showDropHint(hint: DropHint, place: PointerPlace): void {
  draw(hint, place);
}
