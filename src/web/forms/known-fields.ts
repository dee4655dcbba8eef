// Facts about the interface's common properties that schemas need not state, such as the vocabulary of a field. What a schema
// does state takes precedence.

const directories: Readonly<Record<string, string>> = {
  'dc:nature': 'nature',
  'dc:subjects': 'l10nsubjects',
  'dc:coverage': 'l10ncoverage',
  'dc:language': 'language',
};

const principals: readonly string[] = ['dc:creator', 'dc:lastContributor', 'dc:contributors'];

const longTexts: readonly string[] = ['dc:description', 'dc:rights', 'note:note', 'webc:welcomeText'];

export function directoryOf(name: string): string | undefined {
  return directories[name];
}

export function isPrincipal(name: string): boolean {
  return principals.includes(name);
}

/**
 * Whether it is a duration in seconds, of a film or a sound; another `duration` may be in months.
 * @param path includes the properties that it is a part of
 */
export function isSeconds(path: string): boolean {
  return /^(vid|aud):(.*\/)?duration$/.test(path);
}

export function isLongText(name: string): boolean {
  return longTexts.includes(name) || /(description|summary|abstract|comment|remarks)$/i.test(name);
}
