/**
 * Converters give way to answers: on a machine whose cores are all busy they get a tenth of what the server gets.
 * What this process starts has the same priority.
 */
import { constants, setPriority } from 'node:os';

export function lowerPriority(): void {
  try {
    setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // The system does not permit it: it runs as before.
  }
}
