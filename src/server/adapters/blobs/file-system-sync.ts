/**
 * Everything that is to be written to one file system, onto the disk. Node has no call for it; the program `sync` has.
 * Invariant: it says yes only when all of it is on the disk.
 */
import { ChildProcess, type ChildProcessByStdio, spawn } from 'node:child_process';
import { statfs } from 'node:fs/promises';
import { Socket } from 'node:net';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';

/** File systems on which `syncfs` ends when all files are on the disk: ext2 to ext4, XFS, Btrfs. */
const knownTypes = new Set([0xef53, 0x58465342, 0x9123683e]);

/** Starts the program for each line. It ends with this one, whose end closes what it reads. */
const script =
  'while read -r _; do if sync --file-system "$1" 2>/dev/null; then echo yes; else echo no; fi; done';

type Shell = ChildProcessByStdio<Writable, Readable, null>;

/** A program of this size takes long to be split for each call: a shell beside it is split instead. */
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

  /** Answers whether it was done. */
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

/** Nobody has to wait for the end of a shell that has nothing to do. */
function hold(shell: Shell, isNeeded: boolean): void {
  for (const one of [shell, shell.stdin, shell.stdout]) {
    if (!(one instanceof ChildProcess || one instanceof Socket)) continue;
    if (isNeeded) one.ref();
    else one.unref();
  }
}
