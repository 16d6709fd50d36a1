import { posix } from 'node:path';
import { htmlText } from '@managed-fields/foreign-text';
import MarkdownIt, { type Token } from 'markdown-it';
import type { Source } from './contents.ts';
import { anchorOf, relativeTo } from './paths.ts';

/** A heading of a page, with the text below it until the next one. */
export interface Section {
  readonly level: number;
  readonly id: string;
  readonly heading: string;
  readonly text: string;
}

/** A page of Markdown, read. */
export interface ReadPage {
  readonly title: string;
  /** Its first paragraph. */
  readonly about: string;
  readonly html: string;
  readonly sections: readonly Section[];
  /** The pictures that it shows, as files from the root of the repository. */
  readonly pictures: readonly string[];
  /** The examples that stand in it. */
  readonly embeds: readonly string[];
  /** Whether an object stands in it with its owners. */
  readonly showsObject: boolean;
}

/** An example that a page shows: `example=hpa-wait step=3`. */
export interface Embed {
  readonly example: string;
  readonly step: string | undefined;
}

/** What a page is made with. */
export interface Surroundings {
  /** The page that a file of the repository is, if it is one. */
  readonly pathOf: (file: string) => string | undefined;
  /** Draws an example for a page. */
  readonly embed: (embed: Embed, page: Source) => string;
}

/**
 * Makes HTML of a page. Links between files of the repository become links between pages; one to a file that is no page
 * loses its address and stays as text. A fence `managed-fields` with `example=NAME` in its head becomes that example. Throws
 * where a fence names anything else. Below a fence `json managed-fields-view` stands the object in it, live.
 */
export function readPage(page: Source, text: string, { pathOf, embed }: Surroundings): ReadPage {
  const markdown = new MarkdownIt({ html: true });
  const tokens = markdown.parse(text, {});
  const sections = sectionsOf(tokens);
  const pictures: string[] = [];
  const embeds: string[] = [];
  let showsObject = false;
  for (const token of tokens.flatMap(({ children }) => children ?? [])) {
    if (token.type === 'image') {
      const file = fileOf(page, attribute(token, 'src'));
      pictures.push(file);
      token.attrSet('src', relativeTo(page.path, file.replace(/^docs\//, '')));
    }
    if (token.type === 'link_open') leadTo(token, page, pathOf);
  }
  const { rules } = markdown.renderer;
  rules['fence'] = (all, index) => {
    const { info = '', content = '' } = all[index] ?? {};
    const [name = '', ...settings] = info.trim().split(/\s+/);
    if (name === 'json' && settings[0] === 'managed-fields-view') {
      showsObject = true;
      return `${code(name, content)}<managed-fields-view>${htmlText(content)}</managed-fields-view>\n`;
    }
    if (name !== 'managed-fields' || content !== '') return code(name, content);
    const { example, step } = Object.fromEntries(settings.map((each) => each.split('=')));
    if (example === undefined) throw new Error(`${page.file}: a fence names no example: ${info}`);
    embeds.push(example);
    return embed({ example, step }, page);
  };
  rules['code_block'] = (all, index) => code('', all[index]?.content ?? '');
  rules['table_open'] = () => '<div class="table" tabindex="0" role="group"><table>\n';
  rules['table_close'] = () => '</table></div>\n';
  const html = markdown.renderer.render(tokens, markdown.options, {});
  const [first] = sections;
  return { title: first?.heading ?? page.file, about: aboutOf(tokens), html, sections, pictures, embeds, showsObject };
}

function code(language: string, content: string): string {
  const name = /^[\w-]+$/.test(language) ? ` class="language-${language}"` : '';
  return `<pre tabindex="0"><code${name}>${htmlText(content)}</code></pre>\n`;
}

/** Names the headings, and returns each with the text below it. */
function sectionsOf(tokens: readonly Token[]): readonly Section[] {
  const sections: { level: number; id: string; heading: string; text: string }[] = [];
  tokens.forEach((token, index) => {
    if (token.type === 'heading_open') {
      const heading = textOf(tokens[index + 1]);
      const id = anchorOf(heading);
      token.attrSet('id', id);
      sections.push({ level: Number(token.tag.slice(1)), id, heading, text: '' });
    } else if (token.type === 'inline' && tokens[index - 1]?.type !== 'heading_open') {
      const section = sections.at(-1);
      if (section !== undefined) section.text += `${textOf(token)}\n`;
    }
  });
  return sections;
}

function aboutOf(tokens: readonly Token[]): string {
  const at = tokens.findIndex(({ type, level }) => type === 'paragraph_open' && level === 0);
  return textOf(tokens[at + 1]).replaceAll('\n', ' ');
}

/** Returns what an inline token says, without its markup. */
function textOf(token: Token | undefined): string {
  return (token?.children ?? [])
    .map(({ type, content }) => (type === 'softbreak' || type === 'hardbreak' ? '\n' : content))
    .join('');
}

function leadTo(token: Token, page: Source, pathOf: Surroundings['pathOf']): void {
  const href = attribute(token, 'href');
  if (/^[a-z]+:|^#/.test(href)) return;
  const [address = '', fragment] = href.split('#');
  const path = pathOf(fileOf(page, address));
  if (path !== undefined) {
    token.attrSet('href', relativeTo(page.path, path) + (fragment === undefined ? '' : `#${fragment}`));
    return;
  }
  // Files of the repository are no part of the site, and nobody knows where their reader has them.
  token.attrs = [['title', fileOf(page, address)]];
}

function attribute(token: Token, name: string): string {
  return String(token.attrGet(name) ?? '');
}

/** Returns the file of the repository that a link of a page leads to. */
function fileOf({ file }: Source, link: string): string {
  return posix.join(posix.dirname(file), decodeURIComponent(link));
}
