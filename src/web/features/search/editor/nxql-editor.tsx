/**
 * The query editor. It lives in a shadow root: there CodeMirror uses constructed style sheets, so that the page's
 * policy needs no exception for styles. Loaded on demand; nothing but query-editor.tsx may import it.
 * Invariant: Tab takes a completion while the list is open and otherwise leaves the editor.
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
import { checkAgain, type FindProblems, mendLine, problems } from './problems.ts';

export interface NxqlEditorProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly onRun: () => void;
  readonly vocabulary: Vocabulary;
  readonly values: (request: ValueRequest) => Promise<readonly OfferedValue[]>;
  readonly findProblems: FindProblems;
  /** What was selected in the field that stood here before; null when it had no focus. */
  readonly handedOver: RefObject<HandedOver | null>;
}

export interface HandedOver {
  readonly anchor: number;
  readonly head: number;
}

export function NxqlEditor(props: NxqlEditorProps) {
  const { value, findProblems, vocabulary } = props;
  const { t, language } = useTranslation('search');
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(null);
  const latest = useRef(props);
  // What was reported and has not come back as a value yet: when it does it is no change, even if more was typed meanwhile.
  const sent = useRef<string[]>([]);
  const changed = useEffectEvent((text: string) => {
    sent.current.push(text);
    props.onChange(text);
  });
  const run = useEffectEvent(() => props.onRun());

  // Before the browser goes on: between the field that stood here and the editor no key may fall.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the editor is made once; what changes reaches it by effects and the ref.
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
              { key: 'Mod-.', run: mendLine },
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
    const { current: selected } = props.handedOver;
    if (selected !== null) {
      const { length } = editor.state.doc;
      editor.dispatch({
        selection: { anchor: Math.min(selected.anchor, length), head: Math.min(selected.head, length) },
      });
      editor.focus();
      props.handedOver.current = null;
    }
    return () => {
      view.current = null;
      editor.destroy();
    };
  }, [language]);

  useLayoutEffect(() => {
    latest.current = props;
  });

  // Also before the browser goes on: a letter typed first would be taken for the older text, and undone.
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

  // A word may have been begun before its names were here: in the field that stood in, or on a slow connection.
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is offered follows the vocabulary.
  useEffect(() => {
    if (view.current !== null) offerForBegunWord(view.current);
  }, [vocabulary]);

  return <div ref={host} />;
}

function offerForBegunWord(editor: EditorView): void {
  // A list that is asked for anew takes no key meanwhile.
  if (completionStatus(editor.state) !== null) return;
  const { head } = editor.state.selection.main;
  const isBegun = /[\p{L}_:]/u.test(editor.state.sliceDoc(Math.max(0, head - 1), head));
  if (editor.hasFocus && isBegun && head === editor.state.doc.length) startCompletion(editor);
}
