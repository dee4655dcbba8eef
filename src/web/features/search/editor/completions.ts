// Completions at the cursor: those of the language, and values that only the server knows.
import {
  autocompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
  pickedCompletion,
} from '@codemirror/autocomplete';
import type { Extension } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import {
  type CompletionItem,
  complete,
  escapeString,
  quoteString,
  type ValueRequest,
  type Vocabulary,
} from '#nxql/index.ts';

export interface OfferedValue {
  readonly value: string;
  readonly label: string;
}

export interface CompletionHelp {
  readonly vocabulary: () => Vocabulary;
  /** Values of a directory, or people, that match the typed text. */
  readonly values: (request: ValueRequest) => Promise<readonly OfferedValue[]>;
  readonly insertWord: () => string;
}

const mostShown = 100;

export function completions(help: CompletionHelp): Extension {
  return autocompletion({
    override: [(context) => offered(context, help)],
    icons: false,
    defaultKeymap: true,
    activateOnTyping: true,
    interactionDelay: 0,
    maxRenderedOptions: mostShown,
    addToOptions: [],
  });
}

type Offer = CompletionResult | null;

function offered(context: CompletionContext, help: CompletionHelp): Offer | Promise<Offer> {
  const { items, valuesOf } = complete(context.state.doc.toString(), context.pos, help.vocabulary());
  const known = items.map((item) => fromLanguage(item, help));
  if (valuesOf === undefined) return offer(context, help, items[0], known, []);
  return help
    .values(valuesOf)
    .catch(() => [])
    .then((values) => {
      const fromValues = values.map((value) => fromServer(value, valuesOf, help));
      return offer(context, help, valuesOf, known, fromValues);
    });
}

function offer(
  { state, pos, explicit }: CompletionContext,
  help: CompletionHelp,
  range: { readonly from: number; readonly to: number } | undefined,
  known: readonly Completion[],
  completions: readonly Completion[],
): Offer {
  if (range === undefined) return null;
  const before = state.sliceDoc(0, pos);
  const typed = before.slice(range.from);
  // After a space the list would open by itself before every word.
  if (!explicit && typed === '' && completions.length === 0 && !/[.:(='"]$/.test(before)) return null;
  const options = [...completions, ...known];
  if (options.length === 0 || isAllTyped(options, typed)) return null;
  return {
    from: range.from,
    to: range.to,
    options,
    filter: false,
    getMatch: ({ label }) => matched(label, typed),
    // Completions of the language update synchronously with each letter. While a list is pending it takes no keys, and Tab
    // would leave the editor.
    update: (_current, _from, _to, next) => {
      const again = offered(next, help);
      return again instanceof Promise ? null : again;
    },
  };
}

/** True if the typed word is complete and the only match, so there is nothing to complete. */
function isAllTyped(options: readonly Completion[], typed: string): boolean {
  return options.length === 1 && options[0]?.label.toLowerCase() === typed.toLowerCase();
}

function fromLanguage(item: CompletionItem, { insertWord }: CompletionHelp): Completion {
  const { label, detail, info, insert, from, to, kind } = item;
  return {
    label,
    detail,
    type: kind,
    ...(info === '' ? {} : { info: () => explanation(label, info, insertWord()) }),
    apply: (view, completion) => put(view, completion, insert, from, to),
  };
}

function fromServer({ value, label }: OfferedValue, request: ValueRequest, help: CompletionHelp): Completion {
  const insert = request.quoted ? escapeString(value) : quoteString(value);
  return {
    label: value,
    detail: label === value ? '' : label,
    type: 'value',
    ...(label === value ? {} : { info: () => explanation(value, label, help.insertWord()) }),
    apply: (view, completion) => put(view, completion, insert, request.from, request.to),
  };
}

function put(view: EditorView, completion: Completion, insert: string, from: number, to: number): void {
  view.dispatch({
    changes: { from, to: Math.max(to, view.state.selection.main.head), insert },
    selection: { anchor: from + insert.length },
    annotations: pickedCompletion.of(completion),
    userEvent: 'input.complete',
  });
}

function matched(label: string, typed: string): readonly number[] {
  const start = label.toLowerCase().indexOf(typed.toLowerCase());
  return start === -1 || typed === '' ? [] : [start, start + typed.length];
}

function explanation(name: string, info: string, insertWord: string): HTMLElement {
  const box = document.createElement('div');
  const title = document.createElement('b');
  title.textContent = name;
  const text = document.createElement('span');
  text.textContent = info;
  const hint = document.createElement('span');
  const key = document.createElement('kbd');
  key.textContent = 'Tab';
  hint.append(key, ` ${insertWord}`);
  box.append(title, text, hint);
  return box;
}
