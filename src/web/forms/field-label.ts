// What a property is called: the app's own words where it has them, else the server's name made readable.
import { useTranslation } from '#web/i18n/use-translation.ts';

/** `contract:start_date` → "Start date". */
export function readableName(name: string): string {
  const plain = name
    .slice(name.indexOf(':') + 1)
    .replaceAll(/[_-]+/g, ' ')
    .replaceAll(
      /(\p{Ll})(\p{Lu})/gu,
      (_, before: string, after: string) => `${before} ${after.toLowerCase()}`,
    )
    .trim();
  return plain.charAt(0).toUpperCase() + plain.slice(1);
}

export function useFieldLabel(): (name: string) => string {
  const { t } = useTranslation('forms');
  return (name) => t(`property.${name.replace(':', '.')}`, { defaultValue: readableName(name) });
}
