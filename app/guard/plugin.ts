import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'vite';

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
