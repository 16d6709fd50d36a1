import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, normalizePath, type Plugin, type Rolldown } from 'vite';
import { gallery } from './app/gallery/plugin.ts';
import { notFound } from './app/guard/not-found.ts';
import { guard } from './app/guard/plugin.ts';
import { offline } from './app/offline/plugin.ts';
import { loader } from './packages/embed/bundle.ts';
import { drawingStyle } from './packages/rendering/style.ts';

/**
 * What the built pages may do. Monaco sets inline styles, so styles may be inline; scripts may not, and nothing but
 * the page's own origin is ever asked. Nothing makes markup or the address of a script of a text but the Trusted Types
 * policies that are named.
 */
const policy = (trusted: readonly string[]) =>
  [
    "default-src 'self'",
    "connect-src 'self'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "worker-src 'self'",
    "img-src 'self' data:",
    "font-src 'self' data:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    `trusted-types ${trusted.join(' ')}`,
  ].join('; ');

/** The policies of each page: workers have one everywhere; Monaco has two, of which the second cleans what hovers say. */
const trusted = { 'index.html': ['own-script', 'monaco', 'dompurify'], 'embed.html': ['own-script'] } as const;

/** Puts the policy into the built pages; the development server needs inline scripts and a socket. */
function contentSecurityPolicy(): Plugin {
  return {
    name: 'content-security-policy',
    apply: 'build',
    transformIndexHtml: (_, { path }) => {
      const content = policy(path.endsWith('/embed.html') ? trusted['embed.html'] : trusted['index.html']);
      return [{ tag: 'meta', attrs: { 'http-equiv': 'Content-Security-Policy', content }, injectTo: 'head-prepend' }];
    },
  };
}

/**
 * Known definitions of custom kinds and the panes of the cluster mode have folders of their own, by which the service
 * worker knows that most pages do without them.
 */
const chunkFileNames = ({
  facadeModuleId,
  moduleIds,
}: Pick<Rolldown.PreRenderedChunk, 'facadeModuleId' | 'moduleIds'>) => {
  if (facadeModuleId?.includes('known-definitions/src/data/') === true) return 'assets/known/[name]-[hash].js';
  const all = (part: string) => moduleIds.length > 0 && moduleIds.every((id) => id.includes(part));
  // What audit logs are read by as well is wanted without a cluster.
  const isAlsoForLogs = moduleIds.some((id) => /\/(?:plain|nearest-version)\.ts$/.test(id));
  if (all('/live-cluster/') && !isAlsoForLogs) return 'assets/cluster/[name]-[hash].js';
  return 'assets/[name]-[hash].js';
};

/**
 * Puts what the two pages begin with into two files: `shared` has what both need, be it later, and `page` the rest of
 * the playground. Left to the bundler, every set of parts that share a module would make a file, and the playground 28
 * requests before its first view. The embed never fetches `page`, which draws the playground.
 */
const firstFiles: Rolldown.CodeSplittingGroup[] = [
  {
    name: (id, context) => (neededByBoth(context).has(id) ? 'shared' : null),
    tags: ['$initial'],
    priority: 1,
  },
  { name: 'page', test: 'app/src/main.tsx' },
];

let both: ReadonlySet<string> | undefined;

/** Returns the ids of the modules that both pages need. */
function neededByBoth(context: Rolldown.ChunkingContext): ReadonlySet<string> {
  if (both !== undefined) return both;
  const embed = neededBy('app/src/embed/main.ts', context);
  both = new Set([...neededBy('app/src/main.tsx', context)].filter((id) => embed.has(id)));
  return both;
}

/** Returns the ids of a module and of all that it imports, at once or later. */
function neededBy(file: string, context: Rolldown.ChunkingContext): ReadonlySet<string> {
  const found = new Set([normalizePath(fileURLToPath(new URL(file, import.meta.url)))]);
  // A set is walked to its end, with what is added on the way.
  for (const id of found) {
    const module = context.getModuleInfo(id);
    for (const next of module?.importedIds ?? []) found.add(next);
    for (const next of module?.dynamicallyImportedIds ?? []) found.add(next);
  }
  return found;
}

export default defineConfig({
  root: 'app',
  // Where there is no file, nothing is answered in its place but `404.html`.
  appType: 'mpa',
  // Relative addresses, so that the built page works from any sub-path.
  base: './',
  publicDir: '../public',
  plugins: [react(), contentSecurityPolicy(), gallery(), guard(), notFound(), loader(), drawingStyle(), offline()],
  build: {
    outDir: '../dist',
    emptyOutDir: true,
    target: 'es2022',
    chunkSizeWarningLimit: 4000,
    // Where it is unknown, what is preloaded comes a little later.
    // A chunk that is imported is asked for by that; only what it needs is preloaded beside it.
    modulePreload: { polyfill: false, resolveDependencies: (file, needed) => needed.filter((each) => each !== file) },
    rollupOptions: {
      input: ['app/index.html', 'app/embed.html'],
      // Of the YAML library the page needs the lexer, which the rest of it would come along with.
      treeshake: { moduleSideEffects: [{ test: /[\\/]node_modules[\\/]yaml[\\/]/, sideEffects: false }] },
      output: {
        chunkFileNames,
        codeSplitting: { groups: firstFiles },
      },
    },
  },
  worker: {
    format: 'es',
    rollupOptions: {
      output: {
        chunkFileNames,
        codeSplitting: { groups: [{ name: 'worker', test: 'app/src/core/engine/worker.ts' }] },
      },
    },
  },
  // As hosts of static pages do: frames without an origin of their own, and pages that import the loader, are others.
  preview: { port: 4173, strictPort: false, cors: { origin: '*' } },
});
