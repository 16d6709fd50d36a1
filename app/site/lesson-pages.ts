import { htmlText } from '@managed-fields/foreign-text';
import type { LanguageCode, Messages } from '@managed-fields/words';
import { drawn, inLanguage, listPage, type Played } from './example-pages.ts';
import type { Page } from './layout.ts';
import { relativeTo } from './paths.ts';

/** A lesson with a page of its own: played where it starts, whose `group` is its chapter. */
export interface PlayedLesson extends Played {
  readonly form: keyof Messages['lessons']['forms'];
  /** What one has seen when it is done, in each language. */
  readonly shows: ReadonlyMap<LanguageCode, string>;
}

/** Returns where the page of a lesson lies. */
export function lessonPath(name: string, lang: LanguageCode): string {
  return lang === 'en' ? `lessons/${name}.html` : `lessons/${lang}/${name}.html`;
}

/** The page of a lesson in a language: its task and the steps it starts with. `more` are the others of its chapter. */
export function lessonPage(
  lesson: PlayedLesson,
  lang: LanguageCode,
  { site, lessons }: Messages,
  more: readonly PlayedLesson[],
): Omit<Page, 'inLanguages' | 'picture'> {
  const path = lessonPath(lesson.name, lang);
  const { title, about = '' } = inLanguage(lesson, lang);
  const open = `${relativeTo(path, '../index.html')}#${lesson.fragment}`;
  const links = more.map((other) => `<li>${link(other, lang, path)}</li>`);
  const html = [
    `<h1>${htmlText(title)}</h1>`,
    `<p>${htmlText(lessons.forms[lesson.form])}</p>`,
    `<p class="lead">${htmlText(about)}</p>`,
    `<p><a class="open" href="${htmlText(open)}">${htmlText(site.openLesson)}</a></p>`,
    `<h2 id="start">${htmlText(site.lessonStart)}</h2>`,
    `<div class="embed">${drawn(lesson, lang, path, undefined, '')}</div>`,
    `<details><summary>${htmlText(site.lessonShows)}</summary><p>${htmlText(lesson.shows.get(lang) ?? '')}</p></details>`,
    ...(links.length === 0 ? [] : [`<h2 id="more">${htmlText(site.moreLessons)}</h2><ul>${links.join('')}</ul>`]),
  ].join('\n');
  return { path, lang, title, about, html, headings: [], scripts: [] };
}

/** The list of all lessons in a language, chapter by chapter. */
export function lessonList(
  lessons: readonly PlayedLesson[],
  lang: LanguageCode,
  { site, lessons: words }: Messages,
): Omit<Page, 'inLanguages' | 'picture'> {
  return listPage(lessons, lang, lessonPath, { title: site.lessons, about: site.lessonsAbout, groups: words.chapters });
}

function link(lesson: PlayedLesson, lang: LanguageCode, from: string): string {
  const href = htmlText(relativeTo(from, lessonPath(lesson.name, lang)));
  return `<a href="${href}">${htmlText(inLanguage(lesson, lang).title)}</a>`;
}
