import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';

const examplesFolder = fileURLToPath(new URL('./public/examples/', import.meta.url));
const galleryFile = fileURLToPath(new URL('./public/gallery.yaml', import.meta.url));
/** The reader of YAML that `source` has. */
const { parse: parseYaml } = createRequire(new URL('./packages/source/package.json', import.meta.url))('yaml') as {
  parse(text: string): unknown;
};

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

/**
 * `virtual:examples`: the gallery. By default name, title, one sentence, number of steps, group, situations and search
 * words of every example in the gallery's order, those that no group names last; and `groups`, the ids in their order.
 */
function examplesIndex(): Plugin {
  const id = 'virtual:examples';
  return {
    name: 'examples-index',
    resolveId: (wanted) => (wanted === id ? `\0${id}` : undefined),
    load(wanted) {
      if (wanted !== `\0${id}`) return undefined;
      this.addWatchFile(galleryFile);
      const { groups } = readYaml(galleryFile) as Gallery;
      const listed = groups.flatMap((group) => group.examples.map((entry) => ({ ...entry, group: group.id })));
      const names = readdirSync(examplesFolder).filter((file) => file.endsWith('.yaml'));
      const examples = names.map((file) => {
        this.addWatchFile(`${examplesFolder}${file}`);
        const { title = '', about = '', steps } = readYaml(`${examplesFolder}${file}`) as ExampleFile;
        const name = file.replace(/\.yaml$/, '');
        const place = listed.findIndex((entry) => entry.name === name);
        const { group = groups.at(-1)?.id ?? '', situations = [], search = [] } = listed[place] ?? {};
        const info = { name, title, about, steps: steps.length, group, situations, search };
        return { place: place < 0 ? listed.length : place, info };
      });
      examples.sort((a, b) => a.place - b.place || (a.info.name < b.info.name ? -1 : 1));
      return [
        `export default ${JSON.stringify(examples.map(({ info }) => info))};`,
        `export const groups = ${JSON.stringify(groups.map((group) => group.id))};`,
      ].join('\n');
    },
  };
}

/** `virtual:example-notes`: the sentences of each example's steps in one text, by its name, for the gallery's search. */
function exampleNotes(): Plugin {
  const id = 'virtual:example-notes';
  return {
    name: 'example-notes',
    resolveId: (wanted) => (wanted === id ? `\0${id}` : undefined),
    load(wanted) {
      if (wanted !== `\0${id}`) return undefined;
      const files = readdirSync(examplesFolder).filter((file) => file.endsWith('.yaml'));
      const notes = files.map((file) => {
        const { steps } = readYaml(`${examplesFolder}${file}`) as ExampleFile;
        const said = steps.flatMap(({ name = '', note = '', manager = '' }) => [name, note, manager]);
        return [file.replace(/\.yaml$/, ''), [...new Set(said)].filter((text) => text !== '').join(' ')];
      });
      return `export default ${JSON.stringify(Object.fromEntries(notes))};`;
    },
  };
}

/**
 * `virtual:example-texts/<language>`: title, one sentence, and the sentences of the steps in one text, of every example
 * that is told in that language, by its name.
 */
function exampleTexts(): Plugin {
  const id = 'virtual:example-texts/';
  return {
    name: 'example-texts',
    resolveId: (wanted) => (wanted.startsWith(id) ? `\0${wanted}` : undefined),
    load(wanted) {
      if (!wanted.startsWith(`\0${id}`)) return undefined;
      const folder = `${examplesFolder}${wanted.slice(id.length + 1)}/`;
      const files = readdirSync(folder).filter((file) => file.endsWith('.yaml'));
      const texts = files.map((file) => {
        this.addWatchFile(`${folder}${file}`);
        const { title, about, steps } = readYaml(`${folder}${file}`) as ExampleFile;
        const notes = steps.flatMap(({ name = '', note = '' }) => [name, note]).join(' ');
        return [file.replace(/\.yaml$/, ''), { title, about, notes }];
      });
      return `export default ${JSON.stringify(Object.fromEntries(texts))};`;
    },
  };
}

/** The gallery's own file, as its comment says. */
interface Gallery {
  readonly groups: readonly {
    readonly id: string;
    readonly examples: readonly {
      readonly name: string;
      readonly situations?: readonly number[];
      readonly search?: readonly string[];
    }[];
  }[];
}

/** What the gallery says of a scenario's file; the tests hold all of it to its form. */
interface ExampleFile {
  readonly title?: string;
  readonly about?: string;
  readonly steps: readonly { readonly name?: string; readonly note?: string; readonly manager?: string }[];
}

function readYaml(file: string): unknown {
  return parseYaml(readFileSync(file, 'utf8'));
}

export default defineConfig({
  root: 'app',
  // Relative addresses, so that the built page works from any sub-path.
  base: './',
  publicDir: '../public',
  plugins: [react(), contentSecurityPolicy(), examplesIndex(), exampleNotes(), exampleTexts()],
  build: { outDir: '../dist', emptyOutDir: true, target: 'es2022', chunkSizeWarningLimit: 4000 },
  worker: { format: 'es' },
  preview: { port: 4173, strictPort: false },
  test: {
    root: '.',
    include: ['packages/*/src/**/*.test.ts', 'app/src/**/*.test.ts', 'conformance/**/*.test.ts'],
    testTimeout: 300_000,
  },
});
