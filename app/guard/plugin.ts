import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'vite';

/** The classic scripts of the pages, and what each stands before. */
const guards = [
  { page: 'embed.html', fileName: 'embed-guard.js', entry: '../src/embed/guard.ts', before: '</head>' },
  { page: 'index.html', fileName: 'framed.js', entry: '../src/framed.ts', before: '</body>' },
] as const;

/**
 * Puts into each page, as a classic script, what must not depend on the page's own scripts, which are modules: the one of
 * `embed.html` speaks where they cannot be fetched, the one of `index.html` inside frames, where they do nothing. The
 * development server has no need of them.
 */
export function guard(): Plugin {
  return {
    name: 'guard',
    apply: 'build',
    async generateBundle() {
      // The worker is a bundle of its own.
      if (this.environment.name !== 'client') return;
      for (const { fileName, entry } of guards) {
        this.emitFile({ type: 'asset', fileName, source: await bundled(fileName, entry) });
      }
    },
    transformIndexHtml: {
      order: 'post',
      handler(html, { path }) {
        const { fileName, before } = guards.find(({ page }) => path.endsWith(`/${page}`)) ?? guards[0];
        return html.replace(before, `<script src="./${fileName}"></script>\n    ${before}`);
      },
    },
  };
}

async function bundled(fileName: string, entry: string): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      target: 'es2022',
      modulePreload: false,
      rolldownOptions: {
        input: fileURLToPath(new URL(entry, import.meta.url)),
        output: { format: 'iife' },
      },
    },
  });
  const [chunk, ...more] = 'output' in built ? built.output : [];
  if (chunk?.type !== 'chunk' || more.length > 0) throw new Error(`${fileName} is not one file`);
  return chunk.code;
}
