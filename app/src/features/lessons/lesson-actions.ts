import chapters from 'virtual:lessons';
import { openLesson } from '../../core/store/address.ts';
import type { Action } from '../../core/ui/action.ts';
import { closeDialog } from '../../core/ui/open-dialog.ts';
import { useLanguage } from '../../core/words/language.ts';
import { laterWords } from '../../core/words/later-words.ts';

/** Returns the actions of the palette that open a lesson. To be called while drawing. */
export function lessonActions(): readonly Action[] {
  const { forms, chapters } = laterWords.lessons;
  return lessonsNow().map(({ name, chapter, form, title }) => ({
    id: `lesson ${name}`,
    group: 'lessons',
    label: title,
    hint: `${chapters[chapter]} · ${forms[form]}`,
    words: name.replaceAll('-', ' '),
    sought: true,
    run: () => void takeLesson(name),
  }));
}

/** A lesson as lists have it. */
export interface LessonInfo {
  readonly name: string;
  readonly chapter: ChapterId;
  readonly form: 'task' | 'predict' | 'culprit';
  /** In the language of the page. */
  readonly title: string;
}

/** The id of a chapter. */
type ChapterId = (typeof chapters)[number]['id'];

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

/** Whether the panel of the lesson that is being opened is to have the focus. */
let wanted = false;

/** Opens a lesson at its start; the heading of its panel then takes the focus. */
export async function takeLesson(name: string): Promise<void> {
  wanted = true;
  if (!(await openLesson(name))) wanted = false;
  // The list closes after that, so that Back leads to it.
  closeDialog();
}

/** Puts the focus on the heading of the panel, where somebody has opened a lesson from the page. */
export function focusHeading(heading: HTMLElement | null): void {
  if (!wanted) return;
  wanted = false;
  heading?.focus();
}
