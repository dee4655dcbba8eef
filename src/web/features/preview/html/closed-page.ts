// The empty page of a frame for untrusted content.

/** Fetches nothing, even if something was missed: this policy is added to the one that the frame inherits. */
export const closedPage = `<!doctype html><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data: blob:; style-src 'none'; form-action 'none'; base-uri 'none'">`;
