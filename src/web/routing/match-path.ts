// Addresses against the patterns of the path table: fixed steps, ":name", ":name?" and "*" for the rest.

export type Params = Readonly<Record<string, string | undefined>>;

/** What the named steps of the pattern are in this address, decoded; null when the address is another page's. */
export function matchPath(pattern: string, pathname: string): Params | null {
  const wanted = stepsOf(pattern);
  const given = stepsOf(pathname);
  const open = wanted.at(-1) === '*';
  if (open) wanted.pop();
  if (!open && given.length > wanted.length) return null;
  const params: Record<string, string> = {};
  for (const [index, step] of wanted.entries()) {
    const [, name, optional] = /^:(\w+)(\?)?$/.exec(step) ?? [];
    const value = given[index];
    if (value === undefined) {
      if (optional === undefined) return null;
    } else if (name !== undefined) params[name] = decodeStep(value);
    else if (value !== step) return null;
  }
  return params;
}

function stepsOf(path: string): string[] {
  return path.split('/').filter((step) => step !== '');
}

/** As it was written where it was mistyped. */
export function decodeStep(step: string): string {
  try {
    return decodeURIComponent(step);
  } catch {
    return step;
  }
}
