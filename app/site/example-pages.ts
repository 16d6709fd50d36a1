import { htmlText } from '@managed-fields/foreign-text';
import { scenarioView, staticWords, toHtml } from '@managed-fields/rendering';
import type { Scenario } from '@managed-fields/scenario';
import type { LanguageCode, Messages } from '@managed-fields/words';
import { counting, view } from '@managed-fields/words/messages/all';
import type { PlayedExample } from '../gallery/played.ts';
import type { Page } from './layout.ts';
import { relativeTo } from './paths.ts';

/** Something that is played and has a page of its own; `fragment` opens it in the playground. */
export interface Played extends PlayedExample {
  readonly fragment: string;
  /** The part of the gallery that it stands in. */
  readonly group: string;
  /** Words that lead to it, beside those that it says. */
  readonly search: readonly string[];
}

/** Returns where the page of an example lies. */
export function examplePath(name: string, lang: LanguageCode): string {
  return lang === 'en' ? `examples/${name}.html` : `examples/${lang}/${name}.html`;
}

/** An example in a language, which is English where nobody translated it. */
export function inLanguage({ scenario, translated }: PlayedExample, lang: LanguageCode): Scenario {
  return translated.get(lang) ?? scenario;
}

/** Draws an example as HTML that needs no script, for a page at `from`, with a link that opens it in the playground. */
export function drawn(example: Played, lang: LanguageCode, from: string, step?: string, title?: string): string {
  const scenario = inLanguage(example, lang);
  const html = toHtml(
    scenarioView(scenario, example.play, {
      lang,
      objects: 'open',
      words: staticWords({ counting: counting[lang], view: view[lang] }),
      link: `${relativeTo(from, '../index.html')}#${example.fragment}${step === undefined ? '' : `@${step}`}`,
      ...(step === undefined ? {} : { step }),
      ...(title === undefined ? {} : { title }),
    }),
  );
  // The site lets long objects scroll in their place, which keys have to reach.
  return html.replaceAll('<div class="mf-code', '<div tabindex="0" class="mf-code');
}

/** Returns what the server and kubectl print while an example is played, without what is said twice. */
export function messagesOf({ scenario, play }: PlayedExample): readonly string[] {
  const last = scenario.steps.at(-1);
  const outcomes = last === undefined ? [] : play(last.id).outcomes;
  const printed = scenario.steps.map(({ id }) => play(id).view?.command?.stderr?.trim() ?? '');
  const said = [
    ...outcomes.flatMap(({ status, message = '', warnings }) =>
      status === 'conflict' || status === 'error' ? [message, ...warnings] : [...warnings],
    ),
    ...printed,
  ];
  return [...new Set(said)].filter((text) => text !== '');
}

/**
 * The page of an example in a language: its title, its sentence, what is printed in it as plain text, and its steps. `more`
 * are the others of its part.
 */
export function examplePage(
  example: Played,
  lang: LanguageCode,
  words: Messages['site'],
  more: readonly Played[],
): Omit<Page, 'inLanguages' | 'picture'> {
  const path = examplePath(example.name, lang);
  const { title, about = '' } = inLanguage(example, lang);
  const messages = messagesOf(example);
  const open = `${relativeTo(path, '../index.html')}#${example.fragment}`;
  const links = more.map(
    (other) =>
      `<li><a href="${htmlText(relativeTo(path, examplePath(other.name, lang)))}">${htmlText(inLanguage(other, lang).title)}</a></li>`,
  );
  const html = [
    `<h1>${htmlText(title)}</h1>`,
    `<p class="lead">${htmlText(about)}</p>`,
    `<p><a class="open" href="${htmlText(open)}">${htmlText(words.openExample)}</a></p>`,
    ...(messages.length === 0
      ? []
      : [
          `<h2 id="says">${htmlText(words.says)}</h2>`,
          ...messages.map((text) => `<pre class="says" tabindex="0" lang="en">${htmlText(text)}</pre>`),
        ]),
    `<div class="embed">${drawn(example, lang, path, undefined, '')}</div>`,
    ...(links.length === 0 ? [] : [`<h2 id="more">${htmlText(words.more)}</h2><ul>${links.join('')}</ul>`]),
  ].join('\n');
  return { path, lang, title, about, html, headings: [], scripts: [] };
}

/** The list of all examples in a language, part by part. */
export function exampleList(
  examples: readonly Played[],
  lang: LanguageCode,
  { site, gallery }: Messages,
): Omit<Page, 'inLanguages' | 'picture'> {
  return listPage(examples, lang, examplePath, {
    title: site.examples,
    about: site.examplesAbout,
    groups: gallery.groups,
  });
}

/** A page that lists what has pages of its own, in a language, group by group. */
export function listPage(
  all: readonly Played[],
  lang: LanguageCode,
  pathOf: (name: string, lang: LanguageCode) => string,
  { title, about, groups }: ListWords,
): Omit<Page, 'inLanguages' | 'picture'> {
  const path = pathOf('index', lang);
  const parts = [...new Set(all.map(({ group }) => group))];
  const html = parts.map((part) => {
    const items = all
      .filter(({ group }) => group === part)
      .map((each) => {
        const { title, about = '' } = inLanguage(each, lang);
        const href = htmlText(relativeTo(path, pathOf(each.name, lang)));
        return `<li><a href="${href}">${htmlText(title)}</a><p>${htmlText(about)}</p></li>`;
      });
    return `<h2 id="${htmlText(part)}">${htmlText(groups[part] ?? part)}</h2>\n<ul class="examples-list">${items.join('')}</ul>`;
  });
  return {
    path,
    lang,
    title,
    about,
    html: `<h1>${htmlText(title)}</h1>\n<p class="lead">${htmlText(about)}</p>\n${html.join('\n')}`,
    headings: parts.map((part) => ({ id: part, heading: groups[part] ?? part })),
    scripts: [],
  };
}

/** What a list says above its groups, and what these are called. */
interface ListWords {
  readonly title: string;
  readonly about: string;
  readonly groups: Readonly<Record<string, string>>;
}
