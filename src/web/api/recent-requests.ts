/** The latest requests to the server, for error reports. Invariant: no query, no body, no header except the request id. */

export interface RecentRequest {
  readonly method: string;
  readonly address: string;
  readonly begun: number;
  readonly milliseconds: number;
  /** 0 = no answer. */
  readonly status: number;
  readonly requestId: string | null;
}

const most = 20;

export const recentRequests: RecentRequest[] = [];

export function noteRequest(request: RecentRequest): void {
  recentRequests.push(request);
  if (recentRequests.length > most) recentRequests.shift();
}
