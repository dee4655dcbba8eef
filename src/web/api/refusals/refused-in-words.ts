/**
 * Reads a refusal in the reader's language. Loaded with the first refusal, together with its texts: the first view needs neither.
 */
import { loadNamespace, translator } from '#web/i18n/texts.ts';
import type { ApiError } from '../api-error.ts';
import { refusalError } from './refusal-error.ts';

export async function refusedInWords(response: Response): Promise<ApiError> {
  await loadNamespace('refusals');
  return refusalError(response, translator);
}
