/**
 * Syncs a whole file system. Node has no call for that; the program `sync` has.
 * Invariant: it returns true only when everything is on the disk.
 */
import { ChildProcess, type ChildProcessByStdio, spawn } from 'node:child_process';
import { statfs } from 'node:fs/promises';
import { Socket } from 'node:net';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';

/** File systems whose `syncfs` returns only when all files are on the disk: ext2 to ext4, XFS, Btrfs. */
const knownTypes = new Set([0xef53, 0x58465342, 0x9123683e]);

/** Runs `sync` for each line of its input. Ends with this process, which closes its input. */
const script =
  'while read -r _; do if sync --file-system "$1" 2>/dev/null; then echo yes; else echo no; fi; done';

type Shell = ChildProcessByStdio<Writable, Readable, null>;

/** A large process takes long to fork for each call, so a small shell beside it is kept and forks instead. */
export class FileSystemSync {
  readonly #folder: string;
  readonly #types: ReadonlySet<number>;
  #isKnown: boolean | undefined;
  #shell: Shell | undefined;
  readonly #waiting: ((isDone: boolean) => void)[] = [];

  constructor(folder: string, types: ReadonlySet<number> = knownTypes) {
    this.#folder = folder;
    this.#types = types;
  }

  /** Returns whether it was done. */
  async run(): Promise<boolean> {
    this.#isKnown ??= process.platform === 'linux' && this.#types.has((await statfs(this.#folder)).type);
    if (!this.#isKnown) return false;
    this.#shell ??= this.#start();
    const shell = this.#shell;
    hold(shell, true);
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
      shell.stdin.write('\n');
    });
  }

  #start(): Shell {
    const shell = spawn('sh', ['-c', script, 'sh', this.#folder], { stdio: ['pipe', 'pipe', 'ignore'] });
    const end = (): void => {
      if (this.#shell === shell) this.#shell = undefined;
      for (const resolve of this.#waiting.splice(0)) resolve(false);
    };
    shell.on('error', end);
    shell.on('exit', end);
    shell.stdin.on('error', end);
    createInterface({ input: shell.stdout }).on('line', (line) => {
      this.#waiting.shift()?.(line === 'yes');
      if (this.#waiting.length === 0) hold(shell, false);
    });
    return shell;
  }
}

/** An idle shell must not keep this process alive. */
function hold(shell: Shell, isNeeded: boolean): void {
  for (const one of [shell, shell.stdin, shell.stdout]) {
    if (!(one instanceof ChildProcess || one instanceof Socket)) continue;
    if (isNeeded) one.ref();
    else one.unref();
  }
}
