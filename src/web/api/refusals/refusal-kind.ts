/** The kind of refusal that an answer is, as a name in the texts. Pure. */

/**
 * Decided by the status, and by the server's text where one status has several kinds: the other fields differ between servers.
 */
export function refusalKind(status: number, message: string): string {
  if (/quota/i.test(message) || status === 507) return 'quota';
  if (status === 413) return 'tooLarge';
  if (status === 423 || (isRefusal(status) && /\block(ed)?\b/i.test(message))) return 'locked';
  if (isRefusal(status) && /retention|legal hold/i.test(message)) return 'kept';
  if (status === 409 && /exist/i.test(message)) return 'taken';
  return byStatus[status] ?? (status >= 500 ? 'failed' : 'notAccepted');
}

function isRefusal(status: number): boolean {
  return status === 403 || status === 409;
}

const byStatus: Readonly<Record<number, string>> = {
  401: 'signedOut',
  403: 'forbidden',
  404: 'gone',
  405: 'cannot',
  409: 'changed',
  410: 'gone',
  412: 'changed',
  429: 'tooMany',
  501: 'cannot',
  502: 'busy',
  503: 'busy',
  504: 'busy',
};

/** Whether the server's text says more than that it refused. An id or a path without a sentence says nothing to a reader. */
export function hasExplanation(message: string): boolean {
  return /\s/.test(message) && !/Invalid change token$/.test(message);
}
