/** The label of a filter's value: a text of the app, a term of a vocabulary, a person's name, or the value itself. */

import { useAllKindWords } from '#web/documents/use-all-kind-words.ts';
import { usePerson } from '#web/forms/person-name.tsx';
import { useDirectoryLabels } from '#web/forms/use-directory.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { StateGlyph } from '#web/ui/state-glyph.tsx';
import type { ValueNaming } from './facets.ts';

export interface ValueNameProps {
  readonly naming: ValueNaming;
  readonly name: string;
  /** Show states with their icon. */
  readonly glyph?: boolean;
}

export function ValueName({ naming, name, glyph = false }: ValueNameProps) {
  switch (naming.kind) {
    case 'directory':
      return <TermName directory={naming.name} name={name} />;
    case 'person':
      return <Person name={name} />;
    case 'state':
      return glyph ? <StateGlyph state={name} /> : <StateWord name={name} />;
    default:
      return <Word naming={naming} name={name} />;
  }
}

function TermName({ directory, name }: { readonly directory: string; readonly name: string }) {
  const labelsOf = useDirectoryLabels(directory);
  return <bdi>{labelsOf(name).at(-1)}</bdi>;
}

function Person({ name }: { readonly name: string }) {
  return <bdi>{usePerson(name).label}</bdi>;
}

function StateWord({ name }: { readonly name: string }) {
  const { t } = useTranslation('ui');
  return t(`state.${name}`, { defaultValue: name });
}

function Word({ naming, name }: ValueNameProps) {
  const { t } = useTranslation('search');
  const words = useAllKindWords();
  switch (naming.kind) {
    case 'media-kind':
      return words.ofKind(name);
    case 'type':
      return words.ofType(name);
    case 'period':
      return t(`period.${name}`, { defaultValue: name });
    case 'size':
      return t(`size.${name}`, { defaultValue: name });
    default:
      return <bdi>{name}</bdi>;
  }
}
