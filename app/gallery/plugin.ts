import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { examplesFolder, galleryFile, readGallery, readYaml } from './gallery-file.ts';
import { dropSources, loadSource } from './sources.ts';

const lessonsFolder = fileURLToPath(new URL('../../public/lessons/', import.meta.url));
const chaptersFile = fileURLToPath(new URL('../../public/lessons.yaml', import.meta.url));
/** Written by a test, conformance/gallery/versions.test.ts. */
const answeredOtherwise = fileURLToPath(new URL('answered-otherwise.json', import.meta.url));

/** Returns the plugins that build the gallery from `public/examples` and `public/gallery.yaml`, and the lessons likewise. */
export function gallery(): Plugin[] {
  return [storedViews(), examplesIndex(), exampleNotes(), exampleTexts(), lessonsIndex()];
}

type StoredModule = typeof import('./stored-views.ts');

/**
 * Adds the scenarios and views of all examples, and the lessons, to the built page. The engine itself makes them; the development server
 * makes them with the first request.
 */
function storedViews(): Plugin {
  const files = async () => {
    const module = await loadSource<StoredModule>(new URL('./stored-views.ts', import.meta.url));
    return [...(await module.storedExamples(examplesFolder)), ...module.storedLessons(lessonsFolder)];
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
        if (!path.startsWith(examplesFolder) && !path.startsWith(lessonsFolder)) return;
        made = undefined;
        void dropSources();
      });
      server.middlewares.use((request, response, next) => {
        const path = new URL(request.url ?? '/', 'http://localhost').pathname.slice(1);
        if (!/^(?:examples|lessons|views)\/.*\.json$/.test(path)) return next();
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

/**
 * `virtual:lessons`: the chapters of `public/lessons.yaml` in their order, each with its lessons: name, form, and the title
 * in each language.
 */
function lessonsIndex(): Plugin {
  const id = 'virtual:lessons';
  return {
    name: 'lessons-index',
    resolveId: (wanted) => (wanted === id ? `\0${id}` : undefined),
    load(wanted) {
      if (wanted !== `\0${id}`) return undefined;
      this.addWatchFile(chaptersFile);
      const { chapters } = readYaml(chaptersFile) as Chapters;
      const languages = readdirSync(lessonsFolder).filter((entry) => !entry.includes('.'));
      const listed = chapters.map((chapter) => ({
        id: chapter.id,
        lessons: chapter.lessons.map((name) => {
          const files = ['', ...languages.map((code) => `${code}/`)].map(
            (path) => `${lessonsFolder}${path}${name}.yaml`,
          );
          const read = files.map((file) => (existsSync(file) ? (readYaml(file) as LessonFile) : undefined));
          for (const file of files) this.addWatchFile(file);
          const titles = languages.flatMap((code, index) => {
            const title = read[index + 1]?.title;
            return title === undefined ? [] : [[code, title]];
          });
          return { name, form: read[0]?.form, title: read[0]?.title, titles: Object.fromEntries(titles) };
        }),
      }));
      return `export default ${JSON.stringify(listed)};`;
    },
  };
}

/** The form of `lessons.yaml`, and the part of a lesson that its list reads. Tests check the whole form. */
interface Chapters {
  readonly chapters: readonly { readonly id: string; readonly lessons: readonly string[] }[];
}
interface LessonFile {
  readonly form?: string;
  readonly title?: string;
}

/** The part of a scenario file that the gallery reads. Tests check the whole form. */
interface ExampleFile {
  readonly title?: string;
  readonly about?: string;
  readonly steps: readonly { readonly name?: string; readonly note?: string; readonly manager?: string }[];
}
