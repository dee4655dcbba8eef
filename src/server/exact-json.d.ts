/** JSON functions that keep the source text of numbers (ECMAScript 2026), not declared by TypeScript yet. */
import type { Json } from '#wire/json.ts';

declare global {
  interface JSON {
    parse(
      text: string,
      reviver: (key: string, value: Json, context: { readonly source?: string }) => Json,
    ): Json;
    rawJSON(text: string): { readonly rawJSON: string };
  }
}
