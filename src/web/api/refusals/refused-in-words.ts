/** Reads a refusal in the reader's language. It comes with the first one, and its texts too: no first view needs them. */
import { loadNamespace, translator } from '#web/i18n/texts.ts';
import type { ApiError } from '../api-error.ts';
import { refusalError } from './refusal-error.ts';

export async function refusedInWords(response: Response): Promise<ApiError> {
  await loadNamespace('refusals');
  return refusalError(response, translator);
}
