import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { htmlText } from '@managed-fields/foreign-text';
import { hostedCss } from '@managed-fields/rendering';
import { type LanguageCode, languages, type Messages } from '@managed-fields/words';
import { loadMessages } from '@managed-fields/words/load';
import * as english from '@managed-fields/words/messages/en';
import MiniSearch from 'minisearch';
import type { PlayedExample } from '../gallery/played.ts';
import { type Source, sourcesIn } from './contents.ts';
import { drawn, exampleList, examplePage, examplePath, inLanguage, messagesOf, type Played } from './example-pages.ts';
import { type ContentsLink, type Frame, framed, type Page } from './layout.ts';
import { lessonList, lessonPage, lessonPath, type PlayedLesson } from './lesson-pages.ts';
import { type ReadPage, readPage } from './markdown.ts';
import { type Place, searchOptions } from './search-terms.ts';

/** A file of the documentation. `path` is relative to the folder of the playground. */
export interface SiteFile {
  readonly path: string;
  readonly content: string | Uint8Array;
}

/** What the documentation is made of. */
export interface SiteOptions {
  /** The examples with a page of their own, in the order of the gallery. */
  readonly examples: readonly Omit<Played, 'fragment'>[];
  /** The lessons with a page of their own, in the order of their chapters. */
  readonly lessons: readonly Omit<PlayedLesson, 'fragment'>[];
  /** The folder in which everybody reaches the playground, with its slash, if that is known. */
  readonly address?: string | undefined;
  /** Makes the picture of an example; without an address nothing can name one, so none is made. */
  readonly pictureOf?: ((example: PlayedExample) => Uint8Array) | undefined;
}

const root = fileURLToPath(new URL('../../', import.meta.url));
/** What pages write for the address of a playground that somebody hosts. */
const anyAddress = 'https://fields.example.com/';

type PageParts = Omit<Page, 'picture'>;

/**
 * Makes the documentation: all pages, their style, the index of the search in each language, and what crawlers read.
 * Everything but the pictures is text, and the same for the same sources.
 */
export async function siteFiles({ examples, lessons, address, pictureOf }: SiteOptions): Promise<readonly SiteFile[]> {
  const played = examples.map((example): Played => ({ ...example, fragment: `x/${example.name}` }));
  const taught = lessons.map((lesson): PlayedLesson => ({ ...lesson, fragment: `l/${lesson.name}` }));
  const sources = sourcesIn(root);
  const read = new Map(sources.map((source) => [source, readSource(source, sources, played, address)]));
  const perLanguage = await Promise.all(
    languages.map(async ({ code }) => {
      const words: Messages = code === 'en' ? english : await loadMessages(code);
      const own = [...examplePages(played, code, words), ...lessonPages(taught, code, words)];
      return { code, words, frame: frameOf(code, words, read, address), own };
    }),
  );
  const pictures =
    pictureOf === undefined || address === undefined ? [] : picturesOf([...played, ...taught], pictureOf);
  const drawnPictures = new Set(pictures.map(({ path }) => path));
  const pages = perLanguage.flatMap(({ code, frame, own }) => {
    const written = [...read]
      .filter(([{ lang }]) => lang === code)
      .map(([source, page]) => pageOf(source, page, sources));
    return [...written, ...own].map((page): { readonly page: Page; readonly frame: Frame } => {
      const picture = page.path.replace(/^(examples|lessons)\/(?:[^/]+\/)?([^/]+)\.html$/, '$1/$2.png');
      return { page: drawnPictures.has(picture) ? { ...page, picture } : page, frame };
    });
  });
  return [
    ...pages.map(({ page, frame }) => ({ path: `docs/${page.path}`, content: framed(page, frame) })),
    ...pictures.map(({ path, content }) => ({ path: `docs/${path}`, content })),
    ...perLanguage.map(({ code }) => ({
      path: `docs/search-${code}.json`,
      content: searchIndex(code, read, played, taught),
    })),
    ...shownPictures([...read.values()]),
    { path: 'docs/site.css', content: styles() },
    ...crawlerFiles(
      pages.map(({ page }) => page),
      address,
    ),
  ];
}

function readSource(
  source: Source,
  sources: readonly Source[],
  examples: readonly Played[],
  address: string | undefined,
): ReadPage {
  const text = readFileSync(join(root, source.file), 'utf8');
  return readPage(source, address === undefined ? text : text.replaceAll(anyAddress, address), {
    pathOf: (file) => sources.find((each) => each.file === file || each.file === join(file, 'README.md'))?.path,
    embed: ({ example: name, step }, { path, lang, file }) => {
      const example = examples.find((each) => each.name === name);
      if (example === undefined) throw new Error(`${file}: there is no example ${name}`);
      const view = drawn(example, lang, path, step);
      const place = step === undefined ? '' : ` step="${htmlText(step)}"`;
      return `<div class="embed"><managed-fields-playground example="${name}"${place} loading="click" title="${htmlText(inLanguage(example, lang).title)}">${view}</managed-fields-playground></div>\n`;
    },
  });
}

/** Returns the page that a source became; the guide has each of its pages in all languages, under one name. */
function pageOf({ path, lang }: Source, page: ReadPage, sources: readonly Source[]): PageParts {
  const plain = (source: { readonly path: string }) => source.path.replace(/^guide\/(?:uk|zh-CN)\//, 'guide/');
  const same = sources.filter((each) => plain(each) === plain({ path }));
  return {
    path,
    lang,
    title: page.title,
    about: page.about,
    html: page.html,
    headings: page.sections.filter(({ level }) => level === 2),
    inLanguages: new Map(same.map((each) => [each.lang, each.path])),
    scripts: [...(page.embeds.length > 0 ? ['../embed.js'] : []), ...(page.showsObject ? ['object-view.js'] : [])],
  };
}

function examplePages(examples: readonly Played[], lang: LanguageCode, words: Messages): readonly PageParts[] {
  const inLanguages = (name: string) => new Map(languages.map(({ code }) => [code, examplePath(name, code)]));
  const pages = examples.map((example) => {
    const more = examples.filter((other) => other.group === example.group && other !== example);
    return { ...examplePage(example, lang, words.site, more), inLanguages: inLanguages(example.name) };
  });
  return [{ ...exampleList(examples, lang, words), inLanguages: inLanguages('index') }, ...pages];
}

function lessonPages(lessons: readonly PlayedLesson[], lang: LanguageCode, words: Messages): readonly PageParts[] {
  const inLanguages = (name: string) => new Map(languages.map(({ code }) => [code, lessonPath(name, code)]));
  const pages = lessons.map((lesson) => {
    const more = lessons.filter((other) => other.group === lesson.group && other !== lesson);
    return { ...lessonPage(lesson, lang, words, more), inLanguages: inLanguages(lesson.name) };
  });
  return [{ ...lessonList(lessons, lang, words), inLanguages: inLanguages('index') }, ...pages];
}

/** What stands around the pages of a language: the guide in it, and what is there in English alone. */
function frameOf(
  lang: LanguageCode,
  { site }: Messages,
  read: ReadonlyMap<Source, ReadPage>,
  address: string | undefined,
): Frame {
  const listed = [...read].filter(
    ([source]) => source.hidden !== true && (source.group !== 'guide' || source.lang === lang),
  );
  const links = (group: Source['group']): readonly ContentsLink[] =>
    group === 'examples'
      ? [
          { path: examplePath('index', lang), title: site.examples, lang },
          { path: lessonPath('index', lang), title: site.lessons, lang },
        ]
      : listed
          .filter(([source]) => source.group === group)
          .map(([source, { title }]) => ({ path: source.path, title, lang: source.lang }));
  const order = ['start', 'guide', 'examples', 'use', 'program', 'library', 'project'] as const;
  const groups = order
    .filter((group) => lang === 'en' || group !== 'start')
    .map((group) => ({ title: site.groups[group], links: links(group) }));
  return { words: site, groups, address };
}

/** The index of all pages in a language, and of those that are there in English alone. */
function searchIndex(
  lang: LanguageCode,
  read: ReadonlyMap<Source, ReadPage>,
  examples: readonly Played[],
  lessons: readonly PlayedLesson[],
): string {
  const sections = [...read]
    .filter(([source]) => source.group !== 'guide' || source.lang === lang)
    .flatMap(([{ path }, { title, sections }]) =>
      sections.map(({ level, id, heading, text }) => ({
        at: level === 1 ? path : `${path}#${encodeURIComponent(id)}`,
        page: title,
        heading: level === 1 ? '' : heading,
        text,
      })),
    );
  const played = examples.map((example) => {
    const { title, about = '', steps } = inLanguage(example, lang);
    const notes = steps.flatMap(({ name = '', note = '' }) => [name, note]);
    return {
      at: examplePath(example.name, lang),
      page: title,
      heading: '',
      text: [about, ...notes, ...messagesOf(example), ...example.search].join('\n'),
    };
  });
  const taught = lessons.map((lesson) => {
    const { title, about = '' } = inLanguage(lesson, lang);
    return { at: lessonPath(lesson.name, lang), page: title, heading: '', text: about };
  });
  const index = new MiniSearch<Place>(searchOptions);
  index.addAll([...sections, ...played, ...taught].map((place, id) => ({ id, ...place })));
  return JSON.stringify(index);
}

/** The pictures that pages show, which lie in `docs`. */
function shownPictures(pages: readonly ReadPage[]): readonly SiteFile[] {
  const files = new Set(pages.flatMap(({ pictures }) => pictures));
  return [...files].map((path) => ({ path, content: readFileSync(join(root, path)) }));
}

function picturesOf(all: readonly Played[], pictureOf: NonNullable<SiteOptions['pictureOf']>): readonly SiteFile[] {
  return all.flatMap((each) => {
    const content = pictureOf(each);
    const folder = each.fragment.startsWith('l/') ? 'lessons' : 'examples';
    return content === undefined ? [] : [{ path: `${folder}/${each.name}.png`, content }];
  });
}

/** The style of the site: the tokens of the page, what is the site's own, and static views. */
function styles(): string {
  const sheet = (path: string) => readFileSync(join(root, path), 'utf8');
  return `${sheet('app/src/core/theme/tokens.css')}\n${hostedCss}\n${sheet('app/site/site.css')}`;
}

/**
 * What programs read that search the web, beside the playground: `robots.txt`, and with a public address `sitemap.xml`, whose
 * addresses have to be whole.
 */
function crawlerFiles(pages: readonly Page[], address: string | undefined): readonly SiteFile[] {
  const robots = 'User-agent: *\nAllow: /\n';
  if (address === undefined) return [{ path: 'robots.txt', content: robots }];
  const whole = (path: string) => htmlText(`${address}docs/${path}`);
  const entries = pages.map(({ path, inLanguages }) => {
    const others = [...inLanguages].map(
      ([code, other]) => `<xhtml:link rel="alternate" hreflang="${code}" href="${whole(other)}"/>`,
    );
    return `<url><loc>${whole(path)}</loc>${others.length > 1 ? others.join('') : ''}</url>`;
  });
  return [
    { path: 'robots.txt', content: `${robots}Sitemap: ${address}sitemap.xml\n` },
    {
      path: 'sitemap.xml',
      content: `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">
<url><loc>${htmlText(address)}</loc></url>
${entries.join('\n')}
</urlset>
`,
    },
  ];
}
