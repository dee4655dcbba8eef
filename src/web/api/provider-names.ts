/**
 * This server's own page providers, and their substitutes on servers without them. Invariant: a server is asked only once for a
 * provider that it lacks.
 */
import { hasStatus } from './api-error.ts';

const standIns: ReadonlyMap<string, string> = new Map([
  ['faceted_search', 'default_search'],
  ['ordered_content_collection', 'default_content_collection'],
]);
const missing = new Set<string>();

/** The name of the provider on this server, as far as is known. */
export function resolveProviderName(name: string): string {
  return missing.has(name) ? (standIns.get(name) ?? name) : name;
}

export async function askProvider<T>(name: string, ask: (provider: string) => Promise<T>): Promise<T> {
  const here = resolveProviderName(name);
  try {
    return await ask(here);
  } catch (error) {
    const other = standIns.get(here);
    if (other === undefined || !hasStatus(error, 404)) throw error;
    missing.add(here);
    return ask(other);
  }
}
