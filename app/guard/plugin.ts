import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'vite';

const fileName = 'embed-guard.js';

/**
 * Puts the guard of `embed.html` into it as a classic script: it speaks where the page's own scripts, which are modules,
 * cannot be fetched. The development server has no need of it.
 */
export function guard(): Plugin {
  return {
    name: 'embed-guard',
    apply: 'build',
    async generateBundle() {
      // The worker is a bundle of its own.
      if (this.environment.name !== 'client') return;
      this.emitFile({ type: 'asset', fileName, source: await bundleGuard() });
    },
    transformIndexHtml: (_, { path }) =>
      path.endsWith('/embed.html') ? [{ tag: 'script', attrs: { src: `./${fileName}` }, injectTo: 'head' }] : [],
  };
}

async function bundleGuard(): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      target: 'es2022',
      modulePreload: false,
      rolldownOptions: {
        input: fileURLToPath(new URL('../src/embed/guard.ts', import.meta.url)),
        output: { format: 'iife' },
      },
    },
  });
  const [chunk, ...more] = 'output' in built ? built.output : [];
  if (chunk?.type !== 'chunk' || more.length > 0) throw new Error(`${fileName} is not one file`);
  return chunk.code;
}
