/**
 * Keeps passwords, tokens and keys out of what is stored or copied: the history, and the call for a terminal. Pure.
 * A parameter is secret by its name or by the widget of its signature; a member of a map by its name.
 */
import { isJsonObject, type Json, type JsonObject } from '#wire/json.ts';
import type { OperationParameter } from '#wire/operation.ts';
import type { ParameterTexts } from './parameter-values.ts';

const secretName = /pass(word|wd|phrase|code)|pwd|secret|token|credential|keys?$/i;

export function isSecret({ name, widget }: OperationParameter): boolean {
  return secretName.test(name) || secretName.test(widget ?? '');
}

/** The texts that may be kept in a history. If one member of a text is secret, the whole text is left out. */
export function withoutSecrets(
  parameters: readonly OperationParameter[],
  texts: ParameterTexts,
): ParameterTexts {
  const secret = secretNames(parameters);
  return Object.fromEntries(
    Object.entries(texts).filter(([name, text]) => !secret.has(name) && !namesSecretMember(text)),
  );
}

/** The same values, with a placeholder for every secret. */
export function maskSecrets(parameters: readonly OperationParameter[], params: JsonObject): JsonObject {
  return maskMembers(params, secretNames(parameters));
}

function secretNames(parameters: readonly OperationParameter[]): ReadonlySet<string> {
  return new Set(parameters.filter(isSecret).map(({ name }) => name));
}

/** `password=…` on a line of its own, or `"password": …` in JSON. */
function namesSecretMember(text: string): boolean {
  const names = [...text.matchAll(/^\s*([^=\s]+)\s*=|"([^"]+)"\s*:/gm)];
  return names.some(([, onLine, inJson]) => secretName.test(onLine ?? inJson ?? ''));
}

function maskMembers(object: JsonObject, secret: ReadonlySet<string>): JsonObject {
  return Object.fromEntries(
    Object.entries(object).map(([name, value]) => [
      name,
      secret.has(name) || secretName.test(name) ? `<${name}>` : value && maskWithin(value),
    ]),
  );
}

const none: ReadonlySet<string> = new Set();

function maskWithin(value: Json): Json {
  if (Array.isArray(value)) return value.map(maskWithin);
  return isJsonObject(value) ? maskMembers(value, none) : value;
}
