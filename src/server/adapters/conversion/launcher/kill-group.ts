/** A process is started as the leader of a group, which what it starts itself belongs to, and which may outlive it. */
export function killGroup(pid: number): void {
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL');
  } catch {
    // Nothing of it is left: that is what was wanted.
  }
}
