/**
 * Reads an organisation's own types, vocabularies, page providers, workflows and operations from plain files.
 * Invariant: a mistake stops the start, with the file and the line it stands on.
 */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Document } from 'yaml';
import { isNode, LineCounter, parseDocument } from 'yaml';
import { readOperations } from '#server/operations/machinery/configured-operations.ts';
import type { Operation } from '#server/operations/machinery/define-operation.ts';
import type { Configuration } from './core/configuration/read-configuration.ts';
import { readConfiguration } from './core/configuration/read-configuration.ts';
import { ConfigurationFault } from './core/configuration/reader.ts';
import { OptionsError } from './server-options.ts';

export interface ConfigurationFile extends Omit<Configuration, 'operations'> {
  readonly operations: readonly Operation[];
}

/** In the order of their names; JSON is YAML too. */
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
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines });
  const [fault] = document.errors;
  if (fault) throw new OptionsError(`${name}:${lines.linePos(fault.pos[0]).line}: ${fault.message}`);
  try {
    const { operations, ...configuration } = readConfiguration(document.toJS());
    return { ...configuration, operations: operations ? readOperations(operations) : [] };
  } catch (error) {
    if (!(error instanceof ConfigurationFault)) throw error;
    throw new OptionsError(`${name}:${lineOf(document, lines, error.path)}: ${error.message}`);
  }
}

/** Of the value at the path, or of the nearest thing around it that is there. */
function lineOf(document: Document, lines: LineCounter, path: readonly (string | number)[]): number {
  for (let length = path.length; length >= 0; length--) {
    const node: unknown = document.getIn(path.slice(0, length), true);
    if (isNode(node) && node.range) return lines.linePos(node.range[0]).line;
  }
  return 1;
}

function reason(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
