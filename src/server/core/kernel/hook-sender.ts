/** Brings events to addresses outside (adapters/hooks). */
export interface HookSender {
  /** @throws HookRefused for an address that must not be reached; anything else may pass by itself */
  send(
    to: string,
    headers: Readonly<Record<string, string>>,
    body: string,
  ): Promise<{ readonly status: number }>;
}

export class HookRefused extends Error {}
