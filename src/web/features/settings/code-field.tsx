/** The field for a one-time code, with the reason if it was refused. */
import { hasStatus } from '#web/api/api-error.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { TextField } from '#web/ui/text-field.tsx';

export interface CodeFieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly refusal: Error | null;
}

export function CodeField({ value, onChange, refusal }: CodeFieldProps) {
  const { t } = useTranslation('settings');
  return (
    <TextField
      label={t('codes.code')}
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      required
      dir="ltr"
      value={value}
      onChange={onChange}
      error={wordsFor()}
    />
  );

  function wordsFor(): string | undefined {
    if (refusal === null) return undefined;
    if (hasStatus(refusal, 429)) return t('codes.tooMany');
    return hasStatus(refusal, 403) ? t('codes.wrong') : refusal.message;
  }
}
