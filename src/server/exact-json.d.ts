/** JSON with the spelling of its numbers (ECMAScript 2026), which TypeScript's libraries do not declare yet. */
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
