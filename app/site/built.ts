import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { loadKubernetesTypes } from '@managed-fields/kubernetes-types';
import { type Lesson, readLesson, startOf, translateLesson } from '@managed-fields/lessons';
import type { Playback } from '@managed-fields/player';
import { run } from '@managed-fields/player/whole';
import { hostedCss } from '@managed-fields/rendering';
import { versionOf } from '@managed-fields/scenario';
import { type LanguageCode, languages } from '@managed-fields/words';
import { examplesFolder, readGallery, readYaml } from '../gallery/gallery-file.ts';
import { playedExamples } from '../gallery/played.ts';
import { type SiteFile, type SiteOptions, siteFiles } from './site.ts';

/**
 * Makes the documentation as the build has it, with the examples of the gallery, and beside the playground the style of
 * static views, for pages that show one.
 */
export async function builtSite(address: string | undefined): Promise<readonly SiteFile[]> {
  const pictureOf = address === undefined ? undefined : (await import('./picture.ts')).loadPictures();
  const files = await siteFiles({
    examples: await galleryExamples(),
    lessons: await playedLessons(),
    address,
    pictureOf: await pictureOf,
  });
  return [...files, { path: 'static.css', content: hostedCss }];
}

/** Returns the examples of the gallery in its order, each played, with the group that it stands in. */
export async function galleryExamples(): Promise<SiteOptions['examples']> {
  const played = new Map((await playedExamples(examplesFolder)).map((example) => [example.name, example]));
  return readGallery().groups.flatMap(({ id, examples }) =>
    examples.flatMap(({ name, search = [] }) => {
      const example = played.get(name);
      return example === undefined ? [] : [{ ...example, group: id, search }];
    }),
  );
}

const publicFolder = fileURLToPath(new URL('../../public/', import.meta.url));

/** Returns the lessons of all chapters in their order, each played where it starts. */
export async function playedLessons(): Promise<SiteOptions['lessons']> {
  const { chapters } = readYaml(`${publicFolder}lessons.yaml`) as {
    readonly chapters: readonly { readonly id: string; readonly lessons: readonly string[] }[];
  };
  const all = chapters.flatMap(({ id, lessons }) => lessons.map((name) => ({ name, group: id })));
  return Promise.all(
    all.map(async ({ name, group }) => {
      const lesson = lessonIn(name);
      const scenario = startOf(name, lesson);
      const catalog = await loadKubernetesTypes(versionOf(scenario));
      const playbacks = new Map<string, Playback>();
      const inLanguages = languages.map(({ code }): readonly [LanguageCode, Lesson] => [code, lessonIn(name, code)]);
      return {
        name,
        group,
        form: lesson.form,
        search: [],
        scenario,
        translated: new Map(inLanguages.map(([code, translated]) => [code, startOf(name, translated)])),
        shows: new Map(inLanguages.map(([code, { shows }]) => [code, shows])),
        play: (selected: string) => {
          const playback = playbacks.get(selected) ?? run(scenario, { catalog, selected });
          playbacks.set(selected, playback);
          return playback;
        },
      };
    }),
  );
}

/** A lesson in a language, which is English where nobody translated it. Throws where it does not hold to its form. */
function lessonIn(name: string, lang: LanguageCode = 'en'): Lesson {
  const read = readLesson(readFileSync(`${publicFolder}lessons/${name}.yaml`, 'utf8'));
  if (read.kind === 'failure') throw new Error(`${name}: ${JSON.stringify(read.problems)}`);
  const translation = `${publicFolder}lessons/${lang}/${name}.yaml`;
  if (lang === 'en' || !existsSync(translation)) return read.lesson;
  const translated = translateLesson(read.lesson, readFileSync(translation, 'utf8'));
  if (translated === undefined) throw new Error(`${lang}/${name}.yaml does not fit the lesson`);
  return translated;
}
