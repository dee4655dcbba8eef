/** Kills a process together with the processes it has started: it leads their group, and they may outlive it. */
export function killGroup(pid: number): void {
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL');
  } catch {
    // The group has ended already.
  }
}
