import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { examplesFolder, galleryFile, readGallery, readYaml } from './gallery-file.ts';
import { dropSources, loadSource } from './sources.ts';

/** Written by a test, conformance/gallery/versions.test.ts. */
const answeredOtherwise = fileURLToPath(new URL('answered-otherwise.json', import.meta.url));
/** Returns the plugins that build the gallery from `public/examples` and `public/gallery.yaml`. */
export function gallery(): Plugin[] {
  return [storedViews(), examplesIndex(), exampleNotes(), exampleTexts()];
}

type StoredModule = typeof import('./stored-views.ts');

/**
 * Adds the scenarios and views of all examples to the built page. The engine itself makes them; the development server
 * makes them with the first request.
 */
function storedViews(): Plugin {
  const files = async () => {
    const module = await loadSource<StoredModule>(new URL('./stored-views.ts', import.meta.url));
    return module.storedExamples(examplesFolder);
  };
  return {
    name: 'stored-views',
    async generateBundle() {
      // The worker is built separately.
      if (this.environment.name !== 'client') return;
      for (const { path, json } of await files()) this.emitFile({ type: 'asset', fileName: path, source: json });
    },
    configureServer(server) {
      let made: ReturnType<typeof files> | undefined;
      server.watcher.on('change', (path) => {
        if (!path.startsWith(examplesFolder)) return;
        made = undefined;
        void dropSources();
      });
      server.middlewares.use((request, response, next) => {
        const path = new URL(request.url ?? '/', 'http://localhost').pathname.slice(1);
        if (!/^(?:examples|views)\/.*\.json$/.test(path)) return next();
        made ??= files();
        made.then((all) => {
          const file = all.find((each) => each.path === path);
          if (file === undefined) return next();
          response.setHeader('Content-Type', 'application/json').end(file.json);
        }, next);
      });
    },
  };
}

/**
 * `virtual:examples`: the list of the gallery. The default export has name, title, one sentence, number of steps, group
 * and search words of each example in the order of the gallery; those without a group come last. `groups` has the ids
 * of the groups in their order.
 */
function examplesIndex(): Plugin {
  const id = 'virtual:examples';
  return {
    name: 'examples-index',
    resolveId: (wanted) => (wanted === id ? `\0${id}` : undefined),
    load(wanted) {
      if (wanted !== `\0${id}`) return undefined;
      this.addWatchFile(galleryFile);
      const { groups } = readGallery();
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

/**
 * `virtual:example-notes`: the notes of the steps of each example as one text, by its name, for the search of the
 * gallery; and `answeredOtherwise`, the versions of Kubernetes that answer one of its steps differently.
 */
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
      return [
        `export default ${JSON.stringify(Object.fromEntries(notes))};`,
        `export const answeredOtherwise = ${readFileSync(answeredOtherwise, 'utf8')};`,
      ].join('\n');
    },
  };
}

/**
 * `virtual:example-languages`: the codes of the languages that examples are translated into, which are the names of the
 * folders of `public/examples`. `virtual:example-texts`: what loads the module below of each, by its code.
 *
 * `virtual:example-texts/<language>`: title, one sentence, and the notes of the steps as one text, of each example that
 * is translated into that language, by its name.
 */
function exampleTexts(): Plugin {
  const codes = 'virtual:example-languages';
  const all = 'virtual:example-texts';
  const id = `${all}/`;
  return {
    name: 'example-texts',
    resolveId: (wanted) => (wanted === codes || wanted === all || wanted.startsWith(id) ? `\0${wanted}` : undefined),
    load(wanted) {
      const languages = readdirSync(examplesFolder, { withFileTypes: true })
        .filter((entry) => entry.isDirectory())
        .map(({ name }) => name);
      if (wanted === `\0${codes}`) return `export default ${JSON.stringify(languages)};`;
      if (wanted === `\0${all}`) {
        const loaders = languages.map((code) => `'${code}': () => import('${id}${code}')`);
        return `export default { ${loaders.join(', ')} };`;
      }
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

/** The part of a scenario file that the gallery reads. Tests check the whole form. */
interface ExampleFile {
  readonly title?: string;
  readonly about?: string;
  readonly steps: readonly { readonly name?: string; readonly note?: string; readonly manager?: string }[];
}
