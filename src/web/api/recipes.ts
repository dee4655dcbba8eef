/**
 * Recipes: named sequences of operations. Each is a note in the person's workspace, which nobody else writes to (ADR 97), so it
 * is there in every browser, and is renamed and removed like any document.
 */
import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import type { DocumentEntity } from '#wire/document.ts';
import { isJsonObject, isString, type JsonObject } from '#wire/json.ts';
import { askAgain } from './ask-again.ts';
import { postDocument, putDocument } from './document-changes.ts';
import { documentFamilies } from './keys.ts';
import { personalWorkspace } from './personal-workspace.ts';
import { nxqlSearch } from './search.ts';

export interface RecipeStep {
  readonly operation: string;
  /** Values by parameter name, as they were typed; no secrets. */
  readonly parameters: Readonly<Record<string, string>>;
}

export interface Recipe {
  readonly uid: string;
  readonly name: string;
  readonly steps: readonly RecipeStep[];
  readonly document: DocumentEntity;
}

const format = 'application/vnd.muniment.recipe+json';
const most = 100;
const recipeKey = ['recipes'] as const;
const view = { schemas: ['dublincore', 'note'] };

function ownRecipes(workspace: string) {
  return nxqlSearch(
    'SELECT * FROM Note WHERE ecm:ancestorId = ? AND dc:format = ? AND ecm:isTrashed = 0 AND ecm:isVersion = 0',
    { params: [workspace, format], pageSize: most, sort: [{ by: 'dc:title', order: 'asc' }], view },
  );
}

/** Requests the personal workspace, which the server makes if there is none. */
export function recipes(client: QueryClient) {
  return queryOptions({
    queryKey: recipeKey,
    queryFn: async (): Promise<readonly Recipe[]> => {
      const { uid } = await client.ensureQueryData(personalWorkspace());
      const { entries } = await client.fetchQuery({ ...ownRecipes(uid ?? ''), staleTime: 0 });
      return entries.flatMap((document) => recipeOf(document) ?? []);
    },
  });
}

export function isRecipe(document: DocumentEntity): boolean {
  return document.properties?.['dc:format'] === format;
}

/** Null: a note that is not a recipe, or no longer a valid one. */
export function recipeOf(document: DocumentEntity): Recipe | null {
  const text = document.properties?.['note:note'];
  if (document.uid === null || !isString(text)) return null;
  const steps = readSteps(text);
  return steps === null ? null : { uid: document.uid, name: document.title, steps, document };
}

export function readSteps(text: string): readonly RecipeStep[] | null {
  try {
    const value: unknown = JSON.parse(text);
    if (!isJsonObject(value) || !Array.isArray(value.steps)) return null;
    const steps = value.steps.flatMap((step) => readStep(step) ?? []);
    return steps.length === value.steps.length ? steps : null;
  } catch {
    return null;
  }
}

function readStep(value: unknown): RecipeStep | null {
  if (!isJsonObject(value) || !isString(value.operation) || !isJsonObject(value.parameters)) return null;
  const parameters: Record<string, string> = {};
  for (const [name, text] of Object.entries(value.parameters)) {
    if (!isString(text)) return null;
    parameters[name] = text;
  }
  return { operation: value.operation, parameters };
}

export interface RecipeInput {
  /** Null makes a new one. */
  readonly recipe: Recipe | null;
  readonly name: string;
  readonly steps: readonly RecipeStep[];
}

function propertiesOf({ name, steps }: RecipeInput): JsonObject {
  return {
    'dc:title': name,
    'dc:format': format,
    'note:mime_type': 'text/plain',
    'note:note': JSON.stringify({ steps }, null, 2),
  };
}

export function saveRecipe(client: QueryClient) {
  return mutationOptions({
    mutationFn: async (input: RecipeInput): Promise<DocumentEntity> => {
      const properties = propertiesOf(input);
      if (input.recipe !== null) return putDocument({ document: input.recipe.document, properties });
      const { uid } = await client.ensureQueryData(personalWorkspace());
      return postDocument({ parentId: uid ?? '', type: 'Note', name: input.name, properties });
    },
    onSettled: askAgain(recipeKey, ...documentFamilies),
  });
}
