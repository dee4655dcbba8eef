/**
 * Converters give way to answers: on a machine whose cores are all busy they get a tenth of what the server gets.
 * What a converter starts itself has the same priority.
 */
import { constants, setPriority } from 'node:os';

export function lowerPriority(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // It has ended already, or the system does not permit it: it runs as before.
  }
}
