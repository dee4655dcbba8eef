/**
 * nginx and Caddy, set up as in docs/HOSTING.md: the recipe's own text, with this machine's folder and port in it.
 * If a program is missing on the machine, it is reported, and its tests are skipped.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const dist = fileURLToPath(new URL('../dist', import.meta.url));
/** The app's folder in the recipes. */
const documented = '/srv/muniment';

interface Program {
  readonly name: string;
  readonly file: string;
  /** Returns the program's arguments; writes the files that they name into `folder`. */
  readonly prepare: (recipe: string, folder: string, port: number) => Promise<readonly string[]>;
}

const programs: readonly Program[] = [
  {
    name: 'nginx',
    file: '/usr/sbin/nginx',
    prepare: async (recipe, folder, port) => {
      const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
        .map((kind) => `${kind}_temp_path ${folder}/${kind};`)
        .join(' ');
      const user = process.getuid?.() === 0 ? 'user root;' : '';
      const whole = `${user} daemon off; pid ${folder}/pid; error_log stderr; events {}
http { access_log off; ${temporary}
  include /etc/nginx/mime.types;
  server { listen 127.0.0.1:${port}; ${recipe.replaceAll('include mime.types', 'include /etc/nginx/mime.types')} } }`;
      await writeFile(join(folder, 'nginx.conf'), whole);
      return ['-c', join(folder, 'nginx.conf'), '-e', 'stderr'];
    },
  },
  {
    name: 'Caddy',
    file: '/usr/bin/caddy',
    prepare: async (recipe, folder, port) => {
      const whole = `{\n  admin off\n}\n${recipe.replace('app.example', `http://localhost:${port}`)}`;
      await writeFile(join(folder, 'Caddyfile'), whole);
      return ['run', '--config', join(folder, 'Caddyfile'), '--adapter', 'caddyfile'];
    },
  },
];

export const recipeHosts = programs.filter(({ file }) => existsSync(file)).map(({ name }) => name);

for (const { name, file } of programs)
  if (!existsSync(file)) process.stdout.write(`${name} is not installed: its recipe is not tested.\n`);

/** The code block below this heading of docs/HOSTING.md. */
async function recipeOf(name: string): Promise<string> {
  const guide = await readFile(new URL('../docs/HOSTING.md', import.meta.url), 'utf8');
  const [, recipe = ''] = new RegExp(`^## ${name}\\n[^]*?\`\`\`\\w+\\n([^]*?)\`\`\``, 'm').exec(guide) ?? [];
  return recipe;
}

export interface RecipeHost {
  /** `http://localhost:<port>` */
  readonly origin: string;
  configure(config: object): Promise<void>;
  stop(): Promise<void>;
}

export async function startRecipeHost(name: string): Promise<RecipeHost> {
  const program = programs.find((one) => one.name === name);
  if (program === undefined) throw new Error(`There is no recipe for ${name}`);
  const folder = await mkdtemp(join(tmpdir(), 'muniment-host-'));
  // Caddy and nginx may run as another user.
  await chmod(folder, 0o755);
  const app = join(folder, 'app');
  await mkdir(app);
  for (const entry of await readdir(dist))
    if (entry !== 'config.json') await symlink(join(dist, entry), join(app, entry));
  const port = await freePort();
  const recipe = (await recipeOf(name)).replaceAll(documented, app);
  const child = spawn(program.file, await program.prepare(recipe, folder, port), {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
  });
  const output: string[] = [];
  child.stderr.on('data', (chunk: Buffer) => output.push(chunk.toString()));
  await listening(child, port, output);
  return {
    origin: `http://localhost:${port}`,
    configure: (config) => writeFile(join(app, 'config.json'), JSON.stringify(config)),
    stop: async () => {
      const gone = new Promise((resolve) => child.once('exit', resolve));
      child.kill();
      await gone;
      await rm(folder, { recursive: true });
    },
  };
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('There is no free port');
  return address.port;
}

async function listening(child: ChildProcess, port: number, output: readonly string[]): Promise<void> {
  while (child.exitCode === null) {
    const isOpen = await new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => resolve(true));
      socket.on('error', () => resolve(false));
      socket.on('connect', () => socket.destroy());
    });
    if (isOpen) return;
    await setTimeout(50);
  }
  throw new Error(`The host did not start: ${output.join('')}`);
}
