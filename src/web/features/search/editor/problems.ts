// Shows the problems of a query: underlined by the lint library, explained at the end of their line with buttons that fix
// them. Invariant: problems come from the server's own checker, or from the server's refusal of exactly this text.
import { forEachDiagnostic, linter, type Diagnostic as Shown, setDiagnosticsEffect } from '@codemirror/lint';
import { type EditorState, type Extension, StateEffect, StateField } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView, WidgetType } from '@codemirror/view';
import type { Diagnostic } from '#nxql/index.ts';

export interface ProblemWords {
  readonly use: (replacement: string) => string;
}

export type FindProblems = (text: string) => readonly Diagnostic[];

const restMs = 350;

/** Sent when names have loaded or the server has answered: the same text may have other problems now. */
export const checkAgain = StateEffect.define<null>();

export function problems(find: () => FindProblems, words: () => ProblemWords): Extension {
  return [
    linter(({ state }) => shownProblems(state, find(), words()), {
      delay: restMs,
      // No tooltips: the messages are at the end of the line.
      tooltipFilter: () => [],
      needsRefresh: ({ transactions }) =>
        transactions.some(({ effects }) => effects.some((effect) => effect.is(checkAgain))),
    }),
    explanations,
  ];
}

function shownProblems({ doc }: EditorState, find: FindProblems, words: ProblemWords): readonly Shown[] {
  return find(doc.toString()).map(({ start, end, severity, message, fixes }): Shown => {
    const from = Math.min(start, doc.length);
    return {
      from,
      to: Math.min(Math.max(end, from), doc.length),
      severity,
      message,
      actions: fixes.map(({ label, replacement }) => ({
        name: label === '' ? words.use(replacement) : label,
        apply: (view) => mend(view, start, end, replacement),
      })),
    };
  });
}

function mend(view: EditorView, start: number, end: number, replacement: string): void {
  const { length } = view.state.doc;
  const from = Math.min(start, length);
  view.dispatch({
    changes: { from, to: Math.min(end, length), insert: replacement },
    selection: { anchor: from + replacement.length },
    userEvent: 'input.complete',
  });
  view.focus();
}

/** Ctrl/Cmd+. applies the first fix of the line. */
export function applyFirstFix(view: EditorView): boolean {
  const line = view.state.doc.lineAt(view.state.selection.main.head);
  let done = false;
  forEachDiagnostic(view.state, ({ actions }, from, to) => {
    if (done || from < line.from || from > line.to) return;
    const [action] = actions ?? [];
    if (action === undefined) return;
    done = true;
    action.apply(view, from, to);
  });
  return done;
}

class Explanation extends WidgetType {
  readonly #shown: Shown;
  readonly #from: number;

  constructor(shown: Shown, from: number) {
    super();
    this.#shown = shown;
    this.#from = from;
  }

  override eq(other: Explanation): boolean {
    return other.#from === this.#from && other.#shown.message === this.#shown.message;
  }

  override toDOM(view: EditorView): HTMLElement {
    const { message, severity, actions = [], from, to } = this.#shown;
    const box = document.createElement('span');
    box.className = `q-problem q-${severity}`;
    box.append(sign(), message);
    for (const action of actions.slice(0, 2)) {
      const button = document.createElement('button');
      button.type = 'button';
      button.textContent = action.name;
      button.addEventListener('click', () => action.apply(view, from, to));
      box.append(button);
    }
    return box;
  }

  override ignoreEvent(): boolean {
    return true;
  }
}

function sign(): SVGElement {
  const space = 'http://www.w3.org/2000/svg';
  const drawing = document.createElementNS(space, 'svg');
  drawing.setAttribute('viewBox', '0 0 24 24');
  drawing.setAttribute('aria-hidden', 'true');
  const path = document.createElementNS(space, 'path');
  path.setAttribute('d', 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18ZM12 8v4m0 4h.01');
  drawing.append(path);
  return drawing;
}

const explanations = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update: (shown, transaction) =>
    transaction.selection !== undefined ||
    transaction.effects.some((effect) => effect.is(setDiagnosticsEffect))
      ? explained(transaction.state)
      : shown.map(transaction.changes),
  provide: (field) => EditorView.decorations.from(field),
});

/** The first problem of each line, except one in the word at the cursor, which is still being typed. */
function explained(state: EditorState): DecorationSet {
  const byLine = new Map<number, Shown & { readonly at: number }>();
  const caret = state.selection.main.head;
  forEachDiagnostic(state, (diagnostic, from, end) => {
    const { to } = state.doc.lineAt(from);
    if (end === caret && from < end) return;
    if (!byLine.has(to)) byLine.set(to, { ...diagnostic, at: from });
  });
  return Decoration.set(
    [...byLine].map(([end, diagnostic]) =>
      Decoration.widget({ widget: new Explanation(diagnostic, diagnostic.at), side: 1 }).range(end),
    ),
    true,
  );
}
