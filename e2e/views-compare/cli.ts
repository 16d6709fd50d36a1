import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { differenceOf } from './difference.ts';
import { type Pictured, pictured } from './pictured.ts';
import { fileOf, type Screen, screens, takePictures, themes } from './pictures.ts';
import { type Compared, reportOf, summaryOf } from './report.ts';

const help = `pnpm views:compare BEFORE AFTER [--out FOLDER] [--views TEXT]… [--screens NAME]… [--workers N]
pnpm views:compare BUILD [--out FOLDER] …

Takes pictures of all views of two built pages, on three screens (${screens.map(({ name, width, height }) => `${name} ${width} × ${height}`).join(', ')})
and in both themes, and compares them pixel by pixel. With one build it only takes pictures, to be compared later.

  BEFORE, AFTER   each a folder with a built page ("dist"), or with pictures that an earlier run took
  --out FOLDER    where pictures, differences and report.md go; "test-results/views" by default
  --views TEXT    only views whose name contains the text; may be given more than once
  --screens NAME  only this screen; may be given more than once
  --workers N     browsers side by side; 2 by default

A build of another commit: git worktree add FOLDER COMMIT, then pnpm install and pnpm build there.
Ends with 0 where every pixel is the same, with 1 where one differs or a view does not come.`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    out: { type: 'string', default: 'test-results/views' },
    views: { type: 'string', multiple: true, default: [] },
    screens: { type: 'string', multiple: true, default: [] },
    workers: { type: 'string', default: '2' },
    help: { type: 'boolean', short: 'h', default: false },
  },
});
const [before, after, ...more] = positionals;

if (values.help) console.log(help);
else if (before === undefined || more.length > 0) fail(`Name one or two folders.\n\n${help}`);
else {
  const missing = [before, after].find((folder) => folder !== undefined && !existsSync(folder));
  const views = pictured.filter(
    ({ name }) => values.views.length === 0 || values.views.some((text) => name.includes(text)),
  );
  const chosen = screens.filter(({ name }) => values.screens.length === 0 || values.screens.includes(name));
  if (missing !== undefined) fail(`There is no folder ${missing}.`);
  else if (views.length === 0) fail(`No view has a name with ${values.views.join(' or ')}.`);
  else if (chosen.length === 0) fail(`The screens are ${screens.map(({ name }) => name).join(', ')}.`);
  else process.exitCode = await run(before, after, views, chosen);
}

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
    workers: Number(values.workers),
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

function fail(message: string): void {
  console.error(message);
  process.exitCode = 1;
}
