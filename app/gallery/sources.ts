import { fileURLToPath } from 'node:url';
import { createServer, type Plugin, type ViteDevServer } from 'vite';

let loader: Promise<ViteDevServer> | undefined;

/**
 * Loads a module of ours with all that it imports, which Node cannot by itself, since it is TypeScript. All plugins of a
 * build get the same modules, so that what one of them made and kept is there for the others.
 */
export async function loadSource<Module>(file: URL): Promise<Module> {
  loader ??= createServer({
    configFile: false,
    appType: 'custom',
    logLevel: 'error',
    optimizeDeps: { noDiscovery: true },
    server: { middlewareMode: true, watch: null, ws: false },
  });
  return (await (await loader).ssrLoadModule(fileURLToPath(file))) as Module;
}

/** Lets go of the modules: for the end of a build, and where a source has changed. */
export async function dropSources(): Promise<void> {
  const open = loader;
  loader = undefined;
  await (await open)?.close();
}

/** Drops the sources when the build is done. */
export function sources(): Plugin {
  return { name: 'sources', closeBundle: { order: 'post', sequential: true, handler: dropSources } };
}
