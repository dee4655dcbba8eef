/** A list of 49,000 common passwords, loaded when a password is chosen. */
let known: ReadonlySet<string> | undefined;

export async function isCommonPassword(password: string): Promise<boolean> {
  if (known === undefined) {
    const { dictionary } = await import('@zxcvbn-ts/language-common');
    known = new Set(dictionary['passwords-common']);
  }
  return known.has(password.toLowerCase());
}
