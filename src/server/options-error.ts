/** A wrong setting or argument, described in one line. */
export class OptionsError extends Error {}
