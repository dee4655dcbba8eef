/**
 * Reads an organization's own types, vocabularies, page providers, workflows and operations from files.
 * Invariant: a mistake stops the start, with its file and line.
 */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Document, LineCounter } from 'yaml';
import { readOperations } from '#server/operations/machinery/configured-operations.ts';
import type { Operation } from '#server/operations/machinery/define-operation.ts';
import type { OperationRunner } from '#server/operations/machinery/runner.ts';
import type { Configuration } from './core/configuration/read-configuration.ts';
import { readConfiguration } from './core/configuration/read-configuration.ts';
import { ConfigurationFault } from './core/configuration/reader.ts';
import { OptionsError } from './options-error.ts';
import { yaml } from './yaml.ts';

export interface ConfigurationFile extends Omit<Configuration, 'operations'> {
  /** Where the value at the path is: `contracts.yaml:12`. */
  readonly placeOf: (path: readonly (string | number)[]) => string;
  readonly operations: readonly Operation[];
}

/** In the order of file names; JSON is read as YAML. */
export async function readConfigFolder(folder: string): Promise<readonly ConfigurationFile[]> {
  const names = (await namesIn(folder)).filter((name) => /\.(ya?ml|json)$/i.test(name)).sort();
  const files: ConfigurationFile[] = [];
  for (const name of names) files.push(readFileText(name, await readFile(join(folder, name), 'utf8')));
  return files;
}

async function namesIn(folder: string): Promise<readonly string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    throw new OptionsError(`The configuration folder ${folder} cannot be read: ${reason(error)}`);
  }
}

function readFileText(name: string, text: string): ConfigurationFile {
  const { LineCounter, parseDocument } = yaml();
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines });
  const [fault] = document.errors;
  if (fault) throw new OptionsError(`${name}:${lines.linePos(fault.pos[0]).line}: ${fault.message}`);
  const placeOf = (path: readonly (string | number)[]): string => `${name}:${lineOf(document, lines, path)}`;
  try {
    const { operations, ...configuration } = readConfiguration(document.toJS());
    return { ...configuration, placeOf, operations: operations ? readOperations(operations) : [] };
  } catch (error) {
    if (!(error instanceof ConfigurationFault)) throw error;
    throw new OptionsError(`${placeOf(error.path)}: ${error.message}`);
  }
}

/** Checked after all files are read, as any file may define the operation. @throws OptionsError */
export function requireRuleOperations(
  files: readonly ConfigurationFile[],
  operations: Pick<OperationRunner, 'describe'>,
): void {
  const names = new Set<string>();
  for (const { rules, placeOf } of files) {
    for (const { name, operation } of rules) {
      if (!operations.describe(operation))
        throw new OptionsError(
          `${placeOf(['rules', name, 'run'])}: rules.${name}.run names no operation: ${operation}`,
        );
      if (names.has(name))
        throw new OptionsError(`${placeOf(['rules', name])}: rules.${name} is there twice`);
      names.add(name);
    }
  }
}

/** The line of the value at the path, or of the nearest value around it. */
function lineOf(document: Document, lines: LineCounter, path: readonly (string | number)[]): number {
  for (let length = path.length; length >= 0; length--) {
    const node: unknown = document.getIn(path.slice(0, length), true);
    if (yaml().isNode(node) && node.range) return lines.linePos(node.range[0]).line;
  }
  return 1;
}

function reason(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
