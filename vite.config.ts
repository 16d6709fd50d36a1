import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { about } from './app/about.ts';
import { pageChunks, workerChunks } from './app/chunks/groups.ts';
import { gallery } from './app/gallery/plugin.ts';
import { sources } from './app/gallery/sources.ts';
import { notFound } from './app/guard/not-found.ts';
import { guard } from './app/guard/plugin.ts';
import { offline } from './app/offline/plugin.ts';
import { site } from './app/site/plugin.ts';
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

export default defineConfig({
  root: 'app',
  // Where there is no file, nothing is answered in its place but `404.html`.
  appType: 'mpa',
  // Relative addresses, so that the built page works from any sub-path.
  base: './',
  publicDir: '../public',
  plugins: [
    react(),
    contentSecurityPolicy(),
    about(),
    gallery(),
    site(),
    sources(),
    guard(),
    notFound(),
    loader(),
    drawingStyle(),
    offline(),
  ],
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
      output: { codeSplitting: { groups: pageChunks } },
    },
  },
  worker: { format: 'es', rollupOptions: { output: { codeSplitting: { groups: workerChunks } } } },
  // As hosts of static pages do: frames without an origin of their own, and pages that import the loader, are others.
  preview: { port: 4173, strictPort: false, cors: { origin: '*' } },
});
