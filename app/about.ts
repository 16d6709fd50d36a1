import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

/** `virtual:about`: what the page says of itself, from the project's manifest. */
export function about(): Plugin {
  const id = 'virtual:about';
  return {
    name: 'about',
    resolveId: (wanted) => (wanted === id ? `\0${id}` : undefined),
    load(wanted) {
      if (wanted !== `\0${id}`) return undefined;
      const manifest: unknown = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
      const { version, license, packageManager } = manifest as Readonly<Record<string, string>>;
      return Object.entries({ version, license, packageManager })
        .map(([name, text]) => `export const ${name} = ${JSON.stringify(text)};`)
        .join('\n');
    },
  };
}
