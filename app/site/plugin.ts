import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { oneScript } from '../chunks/one-script.ts';
import { loadSource } from '../gallery/sources.ts';

type BuiltModule = typeof import('./built.ts');

/** The scripts of the documentation, by their names in `docs/`. */
const scripts = { 'site.js': 'client.ts', 'object-view.js': 'object-view.ts' };

/** Adds the documentation to the built page, in `docs/`; the development server makes it with the first request. */
export function site(): Plugin {
  const files = async () => {
    const module = await loadSource<BuiltModule>(new URL('./built.ts', import.meta.url));
    const built = Object.entries(scripts).map(async ([name, source]) => ({
      path: `docs/${name}`,
      content: await oneScript(fileURLToPath(new URL(source, import.meta.url))),
    }));
    return [...(await module.builtSite(publicAddress())), ...(await Promise.all(built))];
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

/**
 * The address under which everybody reaches the playground, with its slash: the one place that says it is the environment
 * variable `PLAYGROUND_ADDRESS`, which a release sets. Undefined without it. Throws where it is no address of `http` or
 * `https`.
 */
export function publicAddress(env: Readonly<Record<string, string | undefined>> = process.env): string | undefined {
  const given = env['PLAYGROUND_ADDRESS'];
  if (given === undefined || given === '') return undefined;
  const { protocol, origin, pathname } = new URL(given);
  if (!/^https?:$/.test(protocol)) throw new Error(`PLAYGROUND_ADDRESS is no address of http or https: ${given}`);
  return `${origin}${pathname.replace(/\/?$/, '/')}`;
}
