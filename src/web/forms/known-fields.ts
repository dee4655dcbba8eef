// What is known of the interface's common properties beyond what a schema says: a server need not tell which
// vocabulary a field draws from. What a schema does tell comes first.

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

/** In seconds, of films and sounds; a lease may have one in months. @param path with the properties that it is a part of */
export function isSeconds(path: string): boolean {
  return /^(vid|aud):(.*\/)?duration$/.test(path);
}

export function isLongText(name: string): boolean {
  return longTexts.includes(name) || /(description|summary|abstract|comment|remarks)$/i.test(name);
}
