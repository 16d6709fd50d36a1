import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'vite';

const files = [
  { name: 'embed.js', entry: './src/classic.ts', format: 'iife' },
  { name: 'embed.mjs', entry: './src/module.ts', format: 'es' },
] as const;

/** A built file of the loader. */
export interface LoaderFile {
  readonly name: (typeof files)[number]['name'];
  readonly code: string;
}

/** Builds the loader in both forms, each one file that asks for no other. */
export function bundleLoader(): Promise<LoaderFile[]> {
  return Promise.all(
    files.map(async ({ name, entry, format }) => {
      const built = await build({
        configFile: false,
        logLevel: 'error',
        build: {
          write: false,
          minify: true,
          target: 'es2022',
          modulePreload: false,
          rolldownOptions: {
            input: fileURLToPath(new URL(entry, import.meta.url)),
            output: { format },
            preserveEntrySignatures: 'strict',
          },
        },
      });
      const outputs = 'output' in built ? built.output : [];
      const [chunk] = outputs;
      if (chunk === undefined || outputs.length !== 1 || chunk.type !== 'chunk')
        throw new Error(`${name} is not one file`);
      return { name, code: chunk.code };
    }),
  );
}

/** Puts the loader beside the built pages; the development server makes it anew each time that it is asked for. */
export function loader(): Plugin {
  return {
    name: 'loader',
    async generateBundle() {
      // The worker is a bundle of its own.
      if (this.environment.name !== 'client') return;
      for (const { name, code } of await bundleLoader()) this.emitFile({ type: 'asset', fileName: name, source: code });
    },
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const path = new URL(request.url ?? '/', 'http://localhost').pathname.slice(1);
        if (!files.some(({ name }) => name === path)) return next();
        bundleLoader().then((made) => {
          response.setHeader('Content-Type', 'text/javascript');
          response.end(made.find(({ name }) => name === path)?.code);
        }, next);
      });
    },
  };
}
