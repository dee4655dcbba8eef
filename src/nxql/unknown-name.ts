/**
 * The message about a name that nothing in scope has, and the names it may have meant. Invariant: every repair is a name in
 * scope, or a boolean literal for a word that meant one.
 */
import { type Fixes, replaceBy } from './findings.ts';
import { nearest } from './nearest.ts';
import { SYSTEM_FIELDS } from './system-fields.ts';
import { canonicalPath, slashed, type Vocabulary } from './vocabulary.ts';

export function unknownName(name: string, vocabulary: Vocabulary): { message: string; fixes: Fixes } {
  if (name.startsWith('ecm:')) {
    const path = slashed(name);
    if (/^ecm:acl\/\d/.test(path)) {
      const fixes = [replaceBy(path.replace(/\d+/, (index) => `*${index}`))];
      return { message: `Cannot use explicit index in ACLs: ${name}`, fixes };
    }
    const known = SYSTEM_FIELDS.map((field) => field.name);
    return { message: `Unknown field: ${name}`, fixes: () => nearest(name, known).map(replaceBy) };
  }
  const message = `No such property: ${name}`;
  if (/^true$/i.test(name)) return { message, fixes: [replaceBy('1')] };
  if (/^false$/i.test(name)) return { message, fixes: [replaceBy('0')] };
  const ambiguous = vocabulary.shortNames.get(canonicalPath(name));
  const suggestions = (): readonly string[] => ambiguous ?? nearest(name, vocabulary.properties.keys());
  return { message, fixes: () => suggestions().map(replaceBy) };
}
