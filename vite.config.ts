import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';

const examplesFolder = fileURLToPath(new URL('./public/examples/', import.meta.url));

/**
 * What the built page may do. Monaco sets inline styles, so styles may be inline; scripts may not, and nothing but
 * the page's own origin is ever asked.
 */
const policy = [
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
].join('; ');

/** Puts the policy into the built pages; the development server needs inline scripts and a socket. */
function contentSecurityPolicy(): Plugin {
  return {
    name: 'content-security-policy',
    apply: 'build',
    transformIndexHtml: () => [
      { tag: 'meta', attrs: { 'http-equiv': 'Content-Security-Policy', content: policy }, injectTo: 'head-prepend' },
    ],
  };
}

/** `virtual:examples`: name, title and one sentence of every scenario file in public/examples, for the menu. */
function examplesIndex(): Plugin {
  const id = 'virtual:examples';
  return {
    name: 'examples-index',
    resolveId: (wanted) => (wanted === id ? `\0${id}` : undefined),
    load(wanted) {
      if (wanted !== `\0${id}`) return undefined;
      const names = readdirSync(examplesFolder).filter((file) => file.endsWith('.yaml'));
      const examples = names.sort().map((file) => {
        this.addWatchFile(`${examplesFolder}${file}`);
        const text = readFileSync(`${examplesFolder}${file}`, 'utf8');
        const steps = text.match(/^ {0,2}- (id|kind):/gm)?.length ?? 0;
        return { name: file.replace(/\.yaml$/, ''), title: line(text, 'title'), about: line(text, 'about'), steps };
      });
      return `export default ${JSON.stringify(examples)};`;
    },
  };
}

/** The scalar at a key of the top level: plain, quoted, or folded over indented lines. */
function line(text: string, key: string): string {
  const [, first = '', more = ''] = new RegExp(`^${key}:[ \\t]*(.*)((?:\\n[ \\t]+.*)*)`, 'm').exec(text) ?? [];
  const folded = [/^[>|][+-]?\s*$/.test(first) ? '' : first, ...more.split('\n')].map((part) => part.trim());
  const joined = folded.filter((part) => part !== '').join(' ');
  if (joined.startsWith('"')) return String(JSON.parse(joined));
  return joined.startsWith("'") ? joined.slice(1, -1).replaceAll("''", "'") : joined;
}

export default defineConfig({
  root: 'app',
  // Relative addresses, so that the built page works from any sub-path.
  base: './',
  publicDir: '../public',
  plugins: [react(), contentSecurityPolicy(), examplesIndex()],
  build: { outDir: '../dist', emptyOutDir: true, target: 'es2022', chunkSizeWarningLimit: 4000 },
  worker: { format: 'es' },
  preview: { port: 4173, strictPort: false },
  test: {
    root: '.',
    include: ['packages/*/src/**/*.test.ts', 'app/src/**/*.test.ts', 'conformance/**/*.test.ts'],
    testTimeout: 60_000,
  },
});
