import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';
import { repositoryAddress, unnamedRepository } from '../conformance/packages/source-address.ts';

/** `virtual:about`: what the page says of itself, from the project's manifest, and the address of its source where a release has one. */
export function about(env = process.env): Plugin {
  const id = 'virtual:about';
  return {
    name: 'about',
    resolveId: (wanted) => (wanted === id ? `\0${id}` : undefined),
    load(wanted) {
      if (wanted !== `\0${id}`) return undefined;
      const manifest: unknown = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
      const { version, license, packageManager } = manifest as Readonly<Record<string, string>>;
      const source = repositoryAddress(env);
      return Object.entries({ version, license, packageManager, source: source === unnamedRepository ? '' : source })
        .map(([name, text]) => `export const ${name} = ${JSON.stringify(text)};`)
        .join('\n');
    },
  };
}
