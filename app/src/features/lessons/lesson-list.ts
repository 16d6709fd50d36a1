import chapters from 'virtual:lessons';
import { useLanguage } from '../../core/words/language.ts';

/** A lesson as lists have it. */
export interface LessonInfo {
  readonly name: string;
  readonly chapter: ChapterId;
  readonly form: 'task' | 'predict' | 'culprit';
  /** In the language of the page. */
  readonly title: string;
}

/** The id of a chapter. */
export type ChapterId = (typeof chapters)[number]['id'];

/** The ids of the chapters in their order. */
export const chapterIds: readonly ChapterId[] = chapters.map(({ id }) => id);

/** All lessons in their order, in the language of the page. To be called while drawing. */
export function lessonsNow(): readonly LessonInfo[] {
  const { code } = useLanguage.getState();
  return chapters.flatMap(({ id, lessons }) =>
    lessons.map(({ name, form, title, titles }) => ({ name, chapter: id, form, title: titles[code] ?? title })),
  );
}

/** The lesson after one; undefined after the last. */
export function lessonAfter(name: string): LessonInfo | undefined {
  const all = lessonsNow();
  const place = all.findIndex((each) => each.name === name);
  return place < 0 ? undefined : all[place + 1];
}
