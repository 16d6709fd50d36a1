import type { Lesson } from '@managed-fields/lessons/lesson';
import { useEffect, useState } from 'react';
import { loadLesson } from '../../core/store/lessons.ts';
import { useLanguage } from '../../core/words/language.ts';

/** A lesson by its name, once it is fetched; `missing` where the page has none of that name, as after a newer version. */
export function useLesson(name: string | undefined): Lesson | 'missing' | undefined {
  const code = useLanguage((state) => state.code);
  const [got, setGot] = useState<{ readonly key: string; readonly lesson: Lesson | 'missing' }>();
  const key = `${code} ${name ?? ''}`;
  useEffect(() => {
    if (name === undefined) return;
    let wanted = true;
    void loadLesson(name).then((loaded) => {
      if (wanted) setGot({ key, lesson: loaded.kind === 'loaded' ? loaded.lesson : 'missing' });
    });
    return () => {
      wanted = false;
    };
  }, [name, key]);
  return got?.key === key ? got.lesson : undefined;
}
