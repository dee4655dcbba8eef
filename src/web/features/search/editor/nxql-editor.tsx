/**
 * The query editor. It is in a shadow root: there CodeMirror uses constructed style sheets, so the page's content security
 * policy needs no exception for styles. Loaded on demand; only query-editor.tsx may import it.
 * Invariant: Tab accepts a completion while the list is open; otherwise it leaves the editor.
 */
import { acceptCompletion, completionStatus, startCompletion } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { lintKeymap } from '@codemirror/lint';
import { EditorState, Prec } from '@codemirror/state';
import {
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
  placeholder,
} from '@codemirror/view';
import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import type { ValueRequest, Vocabulary } from '#nxql/index.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { colours } from './colours.ts';
import { completions, type OfferedValue } from './completions.ts';
import { theme } from './look.ts';
import { typingOverSelection } from './native-input.ts';
import { applyFirstFix, checkAgain, type FindProblems, problems } from './problems.ts';

export interface NxqlEditorProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly onRun: () => void;
  readonly vocabulary: Vocabulary;
  readonly values: (request: ValueRequest) => Promise<readonly OfferedValue[]>;
  readonly findProblems: FindProblems;
  /** The selection of the plain field that the editor replaces; null if that field had no focus. */
  readonly initialSelection: RefObject<FieldSelection | null>;
}

export interface FieldSelection {
  readonly anchor: number;
  readonly head: number;
}

export function NxqlEditor(props: NxqlEditorProps) {
  const { value, findProblems, vocabulary } = props;
  const { t, language } = useTranslation('search');
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(null);
  const latest = useRef(props);
  // Texts passed to `onChange` that have not come back as `value` yet. When one comes back the editor must not apply it:
  // more may have been typed meanwhile.
  const sent = useRef<string[]>([]);
  const changed = useEffectEvent((text: string) => {
    sent.current.push(text);
    props.onChange(text);
  });
  const run = useEffectEvent(() => props.onRun());

  // A layout effect, so that no key press is lost between the plain field and the editor.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the editor is created once; changes reach it through effects and the ref.
  useLayoutEffect(() => {
    if (host.current === null) return;
    const root = host.current.shadowRoot ?? host.current.attachShadow({ mode: 'open' });
    const editor = new EditorView({
      root,
      parent: root,
      state: EditorState.create({
        doc: value,
        extensions: [
          Prec.highest(
            keymap.of([
              { key: 'Mod-Enter', run: () => ran() },
              { key: 'Tab', run: acceptCompletion },
              { key: 'Mod-.', run: applyFirstFix },
            ]),
          ),
          history(),
          lineNumbers(),
          highlightActiveLine(),
          highlightActiveLineGutter(),
          EditorView.lineWrapping,
          colours,
          typingOverSelection,
          problems(
            () => latest.current.findProblems,
            () => ({ use: (replacement) => t('editor.use', { replacement }) }),
          ),
          completions({
            vocabulary: () => latest.current.vocabulary,
            values: (request) => latest.current.values(request),
            insertWord: () => t('editor.insert'),
          }),
          keymap.of([...lintKeymap, ...defaultKeymap, ...historyKeymap]),
          placeholder(t('editor.placeholder')),
          EditorView.contentAttributes.of({
            'aria-label': t('editor.label'),
            spellcheck: 'false',
            autocapitalize: 'off',
            dir: 'ltr',
          }),
          theme,
          EditorView.updateListener.of((update) => {
            if (update.docChanged) changed(update.state.doc.toString());
          }),
        ],
      }),
    });
    const ran = () => {
      run();
      return true;
    };
    view.current = editor;
    const { current: selected } = props.initialSelection;
    if (selected !== null) {
      const { length } = editor.state.doc;
      editor.dispatch({
        selection: { anchor: Math.min(selected.anchor, length), head: Math.min(selected.head, length) },
      });
      editor.focus();
      props.initialSelection.current = null;
    }
    return () => {
      view.current = null;
      editor.destroy();
    };
  }, [language]);

  useLayoutEffect(() => {
    latest.current = props;
  });

  // A layout effect, too: a letter typed before the new value is set would be overwritten.
  useLayoutEffect(() => {
    const editor = view.current;
    const known = sent.current.indexOf(value);
    sent.current.splice(0, known + 1);
    if (known !== -1 || editor === null || editor.state.doc.toString() === value) return;
    editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: value } });
  }, [value]);

  useEffect(() => {
    if (findProblems !== undefined) view.current?.dispatch({ effects: checkAgain.of(null) });
  }, [findProblems]);

  // A word may have been typed before its completions were loaded: in the plain field, or on a slow connection.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the options depend on the vocabulary.
  useEffect(() => {
    if (view.current !== null) offerForBegunWord(view.current);
  }, [vocabulary]);

  return <div ref={host} />;
}

function offerForBegunWord(editor: EditorView): void {
  // Do not restart an open list: while it is pending it takes no keys.
  if (completionStatus(editor.state) !== null) return;
  const { head } = editor.state.selection.main;
  const isBegun = /[\p{L}_:]/u.test(editor.state.sliceDoc(Math.max(0, head - 1), head));
  if (editor.hasFocus && isBegun && head === editor.state.doc.length) startCompletion(editor);
}
