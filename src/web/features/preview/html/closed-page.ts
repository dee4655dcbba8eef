// The empty page of a frame for what others made.

/** Nothing is fetched, not even by what slipped through: this is added to the policy that the frame inherits. */
export const closedPage = `<!doctype html><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data: blob:; style-src 'none'; form-action 'none'; base-uri 'none'">`;
