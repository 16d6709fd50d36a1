import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { oneScript } from '../chunks/one-script.ts';

const entry = fileURLToPath(new URL('../src/embed/guard.ts', import.meta.url));
const fileName = 'embed-guard.js';

/**
 * Adds the guard to `embed.html` as a classic script: it says that the page is blocked where the scripts of the page,
 * which are modules, cannot be fetched. The development server does not need it.
 */
export function guard(): Plugin {
  return {
    name: 'embed-guard',
    apply: 'build',
    async generateBundle() {
      // The worker is built separately.
      if (this.environment.name !== 'client') return;
      this.emitFile({ type: 'asset', fileName, source: await oneScript(entry) });
    },
    transformIndexHtml: (_, { path }) =>
      path.endsWith('/embed.html') ? [{ tag: 'script', attrs: { src: `./${fileName}` }, injectTo: 'head' }] : [],
  };
}
