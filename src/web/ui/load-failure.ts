/** Whether an error is a failed download of a part of the app, by the messages of browsers and the build. Pure. */
export function isLoadFailure(cause: unknown): boolean {
  return /preload CSS|dynamically imported module|module script/i.test(String(cause));
}
