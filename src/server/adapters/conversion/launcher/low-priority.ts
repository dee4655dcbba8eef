/**
 * Gives converters a lower priority than the server: with all cores busy they get a tenth of its share.
 * Processes that this one starts inherit the priority.
 */
import { constants, setPriority } from 'node:os';

export function lowerPriority(): void {
  try {
    setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // Not permitted by the system: it keeps its priority.
  }
}
