// Typing over a selection is done by us and not by the browser: where lines are joined, Chromium keeps their look by
// writing style attributes, which the page's policy refuses and reports.
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
