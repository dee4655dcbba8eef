/**
 * One line of a table of cases: caller, request, and expected answer. README.md in this folder describes the form.
 * Invariant: a line that cannot be parsed throws, so that no case is silently skipped.
 */
export interface CaseLine {
  /** The caller, whose password is the name; undefined: not signed in. */
  readonly caller: string | undefined;
  readonly verb: string;
  /** Between the verb and the arrow: an address, a query or a name; then a body. */
  readonly target: string;
  readonly body: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly status: number | undefined;
  readonly checks: readonly Check[];
  /** It prepares later lines and expects nothing: not a test of its own. */
  readonly isSetUp: boolean;
}

export type Check =
  | { readonly kind: 'equals' | 'has' | 'lacks'; readonly path: string; readonly value: string }
  | { readonly kind: 'absent'; readonly path: string }
  | { readonly kind: 'kept'; readonly path: string; readonly name: string };

const setUps = 'USER|GROUP|JOBS';
const verbs = `GET|POST|PUT|DELETE|HEAD|QUERY|RUN|${setUps}`;
const lineForm = new RegExp(`^(?:(\\S+)> )?(${verbs})(?: (.*))?$`, 's');

export function readCaseLine(line: string): CaseLine {
  const [, caller = 'Administrator', verb = '', sent = ''] = lineForm.exec(line) ?? fail('no verb', line);
  const arrow = sent.lastIndexOf(' -> ');
  const [request, wanted] = arrow < 0 ? [sent, ''] : [sent.slice(0, arrow), sent.slice(arrow + 4)];
  const [status = '', ...checks] = wanted.split('; ');
  const isSetUp = setUps.split('|').includes(verb);
  if (isSetUp ? wanted !== '' : !/^\d{3}$/.test(status)) fail('no status', line);
  const { rest, headers } = withoutHeaders(request);
  const { target, body } = verb === 'QUERY' ? { target: rest, body: undefined } : parted(rest);
  return {
    caller: caller === 'nobody' ? undefined : caller,
    verb,
    target,
    body,
    headers,
    status: wanted === '' ? undefined : Number(status),
    checks: checks.map((check) => readCheck(check, line)),
    isSetUp,
  };
}

/** Removes `[Name: value]` before the address. */
function withoutHeaders(request: string): { rest: string; headers: Record<string, string> } {
  const headers: Record<string, string> = {};
  let rest = request;
  for (;;) {
    const found = /^\[([\w.-]+): ([^\]]*)\] /.exec(rest);
    if (found?.[1] === undefined || found[2] === undefined) return { rest, headers };
    headers[found[1]] = found[2];
    rest = rest.slice(found[0].length);
  }
}

/** Addresses contain no blanks; the body follows the first one. */
function parted(request: string): { target: string; body: string | undefined } {
  const blank = request.indexOf(' ');
  if (blank < 0) return { target: request, body: undefined };
  return { target: request.slice(0, blank), body: request.slice(blank + 1) };
}

function readCheck(text: string, line: string): Check {
  const [, path = '', word = '', value = ''] =
    /^(\S+) (=|has|lacks|absent|as)(?: (.*))?$/s.exec(text) ?? fail(`not a check: ${text}`, line);
  switch (word) {
    case '=':
      return { kind: 'equals', path, value };
    case 'has':
      return { kind: 'has', path, value };
    case 'lacks':
      return { kind: 'lacks', path, value };
    case 'absent':
      return { kind: 'absent', path };
    default:
      return { kind: 'kept', path, name: value };
  }
}

function fail(reason: string, line: string): never {
  throw new Error(`${reason} in the case: ${line}`);
}
