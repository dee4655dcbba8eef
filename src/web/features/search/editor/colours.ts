// Colours a query by the server's own tokens, so that what looks right is what the server reads.
import { RangeSetBuilder } from '@codemirror/state';
import {
  Decoration,
  type DecorationSet,
  type EditorView,
  ViewPlugin,
  type ViewUpdate,
} from '@codemirror/view';
import { type TokenKind, tokenize } from '#nxql/index.ts';

const marks: Readonly<Partial<Record<TokenKind, Decoration>>> = Object.fromEntries(
  (['keyword', 'field', 'function', 'string', 'number', 'operator', 'hint', 'invalid'] as const).map(
    (kind) => [kind, Decoration.mark({ class: `q-${kind}` })],
  ),
);

/** Queries are short; a pasted book is shown plainly rather than slowly. */
const mostCharacters = 50_000;

function coloured({ state }: EditorView): DecorationSet {
  const builder = new RangeSetBuilder<Decoration>();
  if (state.doc.length > mostCharacters) return builder.finish();
  for (const { start, end, kind } of tokenize(state.doc.toString())) {
    const mark = marks[kind];
    if (mark !== undefined && end > start) builder.add(start, end, mark);
  }
  return builder.finish();
}

export const colours = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet;

    constructor(view: EditorView) {
      this.decorations = coloured(view);
    }

    update(update: ViewUpdate): void {
      if (update.docChanged) this.decorations = coloured(update.view);
    }
  },
  { decorations: ({ decorations }) => decorations },
);
