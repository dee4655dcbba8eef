// Names as they are shown: signs that turn the direction of what follows stand there to be seen instead of acting, so
// that no name looks as if it had another ending ("annexe\u202Efdp.exe"). What is stored stays as it is. Pure.

// Marks, and isolates that take the direction of their own text, turn nothing round.
const turning = /[\u202a-\u202e\u2066\u2067]/g;

export function withVisibleControls(text: string): string {
  return text.replace(turning, '\ufffd');
}
