/**
 * One line of a table of cases: who sends what, and what comes back. README.md beside this file shows the form.
 * Invariant: a line that is not understood throws, so that no case is left out in silence.
 */
export interface CaseLine {
  /** The caller, whose password is the name; undefined: nobody signs in. */
  readonly caller: string | undefined;
  readonly verb: string;
  /** What stands between the verb and the arrow: an address, a query, a name; then a body. */
  readonly target: string;
  readonly body: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly status: number | undefined;
  readonly checks: readonly Check[];
  /** Makes what later lines need and states nothing: no case of its own. */
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

/** `[Name: value]` before the address. */
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

/** Addresses hold no blank; what follows one is the body. */
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
