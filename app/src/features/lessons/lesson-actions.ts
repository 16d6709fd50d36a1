import type { Action } from '../../core/ui/action.ts';
import { laterWords } from '../../core/words/later-words.ts';
import { lessonsNow } from './lesson-list.ts';
import { takeLesson } from './take-lesson.ts';

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
