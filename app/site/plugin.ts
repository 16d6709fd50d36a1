import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { oneScript } from '../chunks/one-script.ts';
import { loadSource } from '../gallery/sources.ts';
import { publicAddress } from './public-address.ts';

type BuiltModule = typeof import('./built.ts');

const client = fileURLToPath(new URL('client.ts', import.meta.url));

/** Adds the documentation to the built page, in `docs/`; the development server makes it with the first request. */
export function site(): Plugin {
  const files = async () => {
    const module = await loadSource<BuiltModule>(new URL('./built.ts', import.meta.url));
    return module.builtSite(publicAddress(), await oneScript(client));
  };
  return {
    name: 'site',
    async generateBundle() {
      // The worker is built separately.
      if (this.environment.name !== 'client') return;
      for (const { path, content } of await files()) this.emitFile({ type: 'asset', fileName: path, source: content });
    },
    configureServer(server) {
      let made: ReturnType<typeof files> | undefined;
      server.middlewares.use((request, response, next) => {
        const path = new URL(request.url ?? '/', 'http://localhost').pathname.slice(1);
        if (!path.startsWith('docs/') && path !== 'static.css') return next();
        made ??= files();
        made.then((all) => {
          const file = all.find((each) => each.path === path);
          if (file === undefined) return next();
          const type = types[/\.\w+$/.exec(path)?.[0] ?? ''] ?? 'application/octet-stream';
          response.setHeader('Content-Type', type).end(file.content);
        }, next);
      });
    },
  };
}

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.png': 'image/png',
};
