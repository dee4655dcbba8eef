// Colours a query by the tokens of the server's own lexer, so that the colours show how the server reads it.
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

/** Longer texts, such as a pasted document, are not coloured: it would be too slow. */
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
