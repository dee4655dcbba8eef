// Replaces a selection by the typed text here instead of in the browser: when Chromium joins lines it keeps their look by
// style attributes, which the page's content security policy refuses and reports.
import { EditorView } from '@codemirror/view';

export const typingOverSelection = EditorView.domEventHandlers({
  beforeinput: (event, view) => {
    const { data, inputType } = event;
    if (inputType !== 'insertText' || data === null || view.composing) return false;
    if (view.state.selection.main.empty) return false;
    view.dispatch(view.state.replaceSelection(data), { userEvent: 'input.type', scrollIntoView: true });
    event.preventDefault();
    return true;
  },
});
