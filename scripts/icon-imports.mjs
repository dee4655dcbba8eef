// Vite plugin: imports each icon from its own file instead of from the library's index, so that the first screen does
// not carry the icons that only later pages show.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const library = fileURLToPath(new URL('../node_modules/lucide-react/dist/esm/', import.meta.url));

export function iconImports() {
  let files;
  return {
    name: 'icon-imports',
    apply: 'build',
    enforce: 'pre',
    transform(source, id) {
      if (!/\/src\/web\/.*\.tsx?$/.test(id) || !source.includes("'lucide-react'")) return null;
      files ??= readIndex();
      const code = source.replace(/import \{([^}]*)\} from 'lucide-react';/g, (whole, names) => {
        const icons = names
          .split(',')
          .map((name) => name.trim())
          .filter((name) => name !== '' && !name.startsWith('type '));
        const isKnown = icons.every((name) => files.has(name.split(' as ')[0].trim()));
        return isKnown ? icons.map(ownImport).join('\n') : whole;
      });
      return { code, map: null };
    },
  };

  function ownImport(name) {
    const [icon, local = icon] = name.split(' as ').map((part) => part.trim());
    return `import ${local} from '${library}${files.get(icon)}';`;
  }
}

/** Exported name → file, as the library's index has it. */
function readIndex() {
  const files = new Map();
  const index = readFileSync(`${library}lucide-react.mjs`, 'utf8');
  for (const [, names, file] of index.matchAll(/export \{([^}]*)\} from '\.\/(icons\/[^']+)'/g)) {
    for (const name of names.split(',')) files.set(name.replace('default as', '').trim(), file);
  }
  return files;
}
