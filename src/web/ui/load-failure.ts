/** Whether an error is that a part of the app did not come, as browsers and the build say it. Pure. */
export function isLoadFailure(cause: unknown): boolean {
  return /preload CSS|dynamically imported module|module script/i.test(String(cause));
}
