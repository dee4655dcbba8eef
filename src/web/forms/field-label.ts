// The label of a property, or of a part of one (`vid:info/width`): the app's own text if it has one, else the server's name made
// readable.
import { useTranslation } from '#web/i18n/use-translation.ts';
import { readableName } from './readable-name.ts';

export function useFieldLabel(): (name: string) => string {
  const { t } = useTranslation('forms');
  return (name) =>
    t(`property.${name.replace(/:(.*\/)?/, '.')}`, {
      defaultValue: readableName(name.slice(name.lastIndexOf('/') + 1)),
    });
}
