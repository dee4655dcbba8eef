// Names as shown: characters that change the direction of the text after them are made visible, so that no name seems to have
// another ending ("annexe\u202Efdp.exe"). The stored name is unchanged. Pure.

// Direction marks, and isolates that follow the direction of their content, do not reorder text.
const turning = /[\u202a-\u202e\u2066\u2067]/g;

export function withVisibleControls(text: string): string {
  return text.replace(turning, '\ufffd');
}
