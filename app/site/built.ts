import { examplesFolder, readGallery } from '../gallery/gallery-file.ts';
import { playedExamples } from '../gallery/played.ts';
import { type SiteFile, type SiteOptions, siteFiles } from './site.ts';

/** Makes the documentation as the build has it, with the examples of the gallery. `script` is that of its pages. */
export async function builtSite(address: string | undefined, script: string): Promise<readonly SiteFile[]> {
  const pictureOf = address === undefined ? undefined : (await import('./picture.ts')).loadPictures();
  const files = await siteFiles({ examples: await galleryExamples(), address, pictureOf: await pictureOf });
  return [...files, { path: 'docs/site.js', content: script }];
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
