import { htmlText } from '@managed-fields/foreign-text';
import { type LanguageCode, languages, type Messages } from '@managed-fields/words';
import { relativeTo } from './paths.ts';

/** A page of the site, ready to be put into its frame of contents and search. */
export interface Page {
  /** Where it lies in the site. */
  readonly path: string;
  readonly lang: LanguageCode;
  readonly title: string;
  readonly about: string;
  /** What stands in `main`. */
  readonly html: string;
  /** The headings that are listed beside it. */
  readonly headings: readonly { readonly id: string; readonly heading: string }[];
  /** The same page in each language that has it, by the code. */
  readonly inLanguages: ReadonlyMap<LanguageCode, string>;
  /** A picture of it, beside the page, 1200 by 630 pixels. */
  readonly picture?: string | undefined;
  /** The scripts of what is live in it, from the folder of the site: the loader of embeds, the element of one object. */
  readonly scripts: readonly string[];
}

/** A link of the contents. */
export interface ContentsLink {
  readonly path: string;
  readonly title: string;
  readonly lang: LanguageCode;
}

/** What all pages of a language have around them. */
export interface Frame {
  readonly words: Messages['site'];
  /** The contents, part by part. */
  readonly groups: readonly { readonly title: string; readonly links: readonly ContentsLink[] }[];
  /** Where everybody reaches the playground, if that is known. */
  readonly address: string | undefined;
}

/** Nothing runs but our own scripts, and nothing is asked for but of the same origin. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "frame-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

/** Returns the text of a page with all that is around it. Every address in it is relative but those for other sites. */
export function framed(page: Page, frame: Frame): string {
  const { words } = frame;
  const to = (path: string) => htmlText(relativeTo(page.path, path));
  return `<!doctype html>
<html lang="${page.lang}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${htmlText(titleOf(page, words))}</title>
<meta name="description" content="${htmlText(page.about)}">
${forOthers(page, frame)}
<link rel="icon" href="${to('../icon.svg')}" type="image/svg+xml">
<link rel="stylesheet" href="${to('site.css')}">
<script src="${to('site.js')}" defer></script>
${page.scripts.map((script) => `<script src="${to(script)}" async></script>`).join('\n')}
</head>
<body>
<a class="skip" href="#content">${htmlText(words.skip)}</a>
<header class="top">
<a class="to-contents" href="#contents">${htmlText(words.contents)}</a>
<a class="home" href="${to(homeOf(page.lang))}">${htmlText(words.title)}</a>
<form class="search" role="search" data-index="${to(`search-${page.lang}.json`)}" data-root="${to('.').replace(/\/$/, '')}" data-none="${htmlText(words.nothingFound)}" data-failed="${htmlText(words.notLoaded)}">
<input type="search" aria-label="${htmlText(words.search)}" placeholder="${htmlText(words.search)}" autocomplete="off" spellcheck="false">
<div class="found" hidden></div>
</form>
${languageLinks(page, words)}
<a class="play" href="${to('../index.html')}">${htmlText(words.playground)}</a>
</header>
<div class="columns">
<main id="content" tabindex="-1">
${page.html}
${neighbours(page, frame)}
</main>
${asideHtml(page, words)}
<nav class="contents" id="contents" aria-label="${htmlText(words.contents)}">
${frame.groups.map((group) => groupHtml(page, group, words)).join('\n')}
</nav>
</div>
</body>
</html>
`;
}

/** Returns the first page in a language. */
export function homeOf(lang: LanguageCode): string {
  return lang === 'en' ? 'index.html' : `guide/${lang}/index.html`;
}

function titleOf({ title }: Page, words: Messages['site']): string {
  return title === words.title ? title : `${title} · ${words.title}`;
}

/** What search engines, chat programs and browsers in another language read. Without a public address no more is known. */
function forOthers(page: Page, { words, address }: Frame): string {
  const absolute = (path: string) =>
    htmlText(address === undefined ? relativeTo(page.path, path) : `${address}docs/${path}`);
  const { inLanguages } = page;
  // Search engines read no relative ones.
  const alternates =
    inLanguages.size < 2 || address === undefined
      ? []
      : [...inLanguages, ['x-default', inLanguages.get('en') ?? page.path] as const].map(
          ([code, path]) => `<link rel="alternate" hreflang="${code}" href="${absolute(path)}">`,
        );
  const property = (name: string, content: string) => `<meta property="og:${name}" content="${content}">`;
  return [
    ...alternates,
    property('type', 'article'),
    property('site_name', htmlText(words.title)),
    property('title', htmlText(page.title)),
    property('description', htmlText(page.about)),
    property('locale', page.lang.replace('-', '_')),
    ...(address === undefined
      ? []
      : [`<link rel="canonical" href="${absolute(page.path)}">`, property('url', absolute(page.path))]),
    ...(page.picture === undefined
      ? []
      : [
          property('image', absolute(page.picture)),
          property('image:width', '1200'),
          property('image:height', '630'),
          property('image:alt', htmlText(page.title)),
          '<meta name="twitter:card" content="summary_large_image">',
        ]),
  ].join('\n');
}

function languageLinks(page: Page, words: Messages['site']): string {
  const links = languages.flatMap(({ code, name }) => {
    const path = page.inLanguages.get(code) ?? homeOf(code);
    const href = htmlText(relativeTo(page.path, path));
    const here = code === page.lang ? ' aria-current="true"' : '';
    return `<a href="${href}" hreflang="${code}" lang="${code}"${here}>${htmlText(name)}</a>`;
  });
  return `<nav class="languages" aria-label="${htmlText(words.language)}">${links.join('')}</nav>`;
}

function groupHtml(page: Page, { title, links }: Frame['groups'][number], words: Messages['site']): string {
  const items = links.map((link) => {
    const here = link.path === page.path ? ' aria-current="page"' : '';
    const foreign = link.lang === page.lang ? '' : ` lang="${link.lang}" title="${htmlText(words.inEnglish)}"`;
    return `<li><a href="${htmlText(relativeTo(page.path, link.path))}"${here}${foreign}>${htmlText(link.title)}</a></li>`;
  });
  return `<h2>${htmlText(title)}</h2>\n<ul>${items.join('')}</ul>`;
}

/** The pages before and after this one, in the order of the contents. */
function neighbours(page: Page, { groups, words }: Frame): string {
  const links = groups.flatMap((group) => group.links);
  const at = links.findIndex(({ path }) => path === page.path);
  if (at < 0) return '';
  const link = (to: ContentsLink | undefined, rel: string, label: string) =>
    to === undefined
      ? ''
      : `<a rel="${rel}" href="${htmlText(relativeTo(page.path, to.path))}" lang="${to.lang}"><span lang="${page.lang}">${htmlText(label)}</span> ${htmlText(to.title)}</a>`;
  return `<nav class="neighbours" aria-label="${htmlText(`${words.previous}, ${words.next}`)}">${link(links[at - 1], 'prev', words.previous)}${link(links[at + 1], 'next', words.next)}</nav>`;
}

function asideHtml({ headings }: Page, words: Messages['site']): string {
  if (headings.length < 2) return '';
  const items = headings.map(
    ({ id, heading }) => `<li><a href="#${htmlText(encodeURIComponent(id))}">${htmlText(heading)}</a></li>`,
  );
  return `<nav class="aside" aria-label="${htmlText(words.onThisPage)}"><p>${htmlText(words.onThisPage)}</p><ul>${items.join('')}</ul></nav>`;
}
