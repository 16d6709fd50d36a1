import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { readArguments, stop } from '../../tools/arguments.ts';
import { ensureBrowser } from '../browser.ts';
import { differenceOf } from './difference.ts';
import type { Pictured } from './picture.ts';
import { pictured } from './pictured.ts';
import { fileOf, type Screen, screens, takePictures, themes } from './pictures.ts';
import { type Compared, reportOf, summaryOf } from './report.ts';

const { values, words } = readArguments({
  name: 'pnpm views:compare',
  about: `Takes pictures of all views of two built pages, on three screens (${screens.map(({ name, width, height }) => `${name} ${width} × ${height}`).join(', ')})
and in both themes, and compares them pixel by pixel. With one build it only takes pictures, to be compared later. A build of
another commit: git worktree add FOLDER COMMIT, then pnpm install and pnpm build there. Ends with 0 where every pixel is the
same, with 1 where one differs or a view does not come.`,
  options: {
    out: {
      type: 'string',
      value: 'FOLDER',
      default: 'test-results/views',
      about: 'where pictures, differences and report.md go',
    },
    views: { type: 'string', value: 'TEXT', multiple: true, about: 'only views whose name contains the text' },
    screens: { type: 'string', value: 'NAME', multiple: true, about: 'only this screen' },
    workers: { type: 'number', value: 'N', default: 2, about: 'browsers side by side' },
  },
  words: { name: 'BEFORE [AFTER]', about: 'a folder with a built page, or with pictures that an earlier run took' },
});
const [before, after, ...more] = words;
if (before === undefined || more.length > 0) stop('pnpm views:compare needs one folder or two.');
const missing = [before, after].find((folder) => folder !== undefined && !existsSync(folder));
if (missing !== undefined) stop(`There is no folder ${missing}.`);
const views = pictured.filter(
  ({ name }) => values.views.length === 0 || values.views.some((text) => name.includes(text)),
);
if (views.length === 0) stop(`No view has a name with ${values.views.join(' or ')}.`);
const chosen = screens.filter(({ name }) => values.screens.length === 0 || values.screens.includes(name));
if (chosen.length === 0) stop(`The screens are ${screens.map(({ name }) => name).join(', ')}.`);
ensureBrowser();
process.exitCode = await run(before, after, views, chosen);

async function run(
  before: string,
  after: string | undefined,
  views: readonly Pictured[],
  chosen: readonly Screen[],
): Promise<number> {
  const first = await picturesOf(before, 'before', views, chosen);
  if (after === undefined) return first.whole ? 0 : 1;
  const second = await picturesOf(after, 'after', views, chosen);
  const folder = join(values.out, 'differences');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const all = views.flatMap((view) =>
    chosen.flatMap((screen) =>
      themes.map(
        (theme): Compared => ({
          view: view.name,
          screen: screen.name,
          theme,
          result: compared(fileOf(view.name, screen.name, theme), first.folder, second.folder),
        }),
      ),
    ),
  );
  writeFileSync(join(values.out, 'report.md'), reportOf(all));
  console.log(`${summaryOf(all)}: ${join(values.out, 'report.md')}`);
  return first.whole && second.whole && all.every(({ result }) => result.kind === 'same') ? 0 : 1;
}

/** The folder with the pictures of a build, which are taken where there are none yet, and whether all could be. */
async function picturesOf(
  given: string,
  side: 'before' | 'after',
  views: readonly Pictured[],
  chosen: readonly Screen[],
): Promise<{ readonly folder: string; readonly whole: boolean }> {
  if (!existsSync(join(given, 'index.html'))) return { folder: given, whole: true };
  const folder = join(values.out, side);
  const begun = Date.now();
  let taken = 0;
  const failed = await takePictures({
    build: resolve(given),
    folder,
    views,
    screens: chosen,
    workers: values.workers,
    onTaken: (view, screen) => {
      taken += 1;
      console.log(`${side} ${taken}/${views.length * chosen.length}: ${view.name}, ${screen.name}`);
    },
  });
  console.log(`${side}: ${taken * themes.length} pictures in ${Math.round((Date.now() - begun) / 1000)} s`);
  for (const { view, screen, reason } of failed)
    console.error(`${side}: ${view} does not come on ${screen}: ${reason}`);
  return { folder, whole: failed.length === 0 };
}

/** Compares a picture of both sides, and writes down what differs. */
function compared(file: string, before: string, after: string): Compared['result'] {
  const [one, other] = [join(before, file), join(after, file)];
  if (!existsSync(one)) return { kind: 'missing', from: 'before' };
  if (!existsSync(other)) return { kind: 'missing', from: 'after' };
  const [a, b] = [readFileSync(one), readFileSync(other)];
  if (a.equals(b)) return { kind: 'same' };
  const { pixels, of, box, picture } = differenceOf(a, b);
  if (pixels === 0) return { kind: 'same' };
  writeFileSync(join(values.out, 'differences', file), picture());
  return { kind: 'differs', file: `differences/${file}`, pixels, of, box };
}
