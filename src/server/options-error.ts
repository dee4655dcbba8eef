/** What is wrong with a setting or an argument, in one line for whoever gave it. */
export class OptionsError extends Error {}
