/** Sends events to addresses outside (adapters/hooks). */
export interface HookSender {
  /** @throws HookRefused for an address that must not be called; after any other error it may be tried again */
  send(
    to: string,
    headers: Readonly<Record<string, string>>,
    body: string,
  ): Promise<{ readonly status: number }>;
}

export class HookRefused extends Error {}
