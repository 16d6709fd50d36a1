import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { root } from './areas.ts';
import type { Mutant } from './mutants.ts';

/** Says that a change is a mutant's; without one it is the code as it stands. */
const placeOf = (file: string, id: string) => file.replace(/\.ts$/, `.mutant-${id}.ts`);

/**
 * The ids of those mutants that the type checker refuses. Each is written into a copy of its file that nothing imports,
 * and all copies are checked together with the code as it stands, so that one mutant says nothing of another. An error
 * that a mutant makes in another file only is not seen. As in StrykerJS's checker of types, names that are not used and
 * code that is not reached are no errors.
 *
 * @throws Error where the type checker does not run, or refuses a file as it stands
 */
export async function refusedByTypes(mutants: readonly Mutant[]): Promise<ReadonlySet<string>> {
  if (mutants.length === 0) return new Set();
  const folder = mkdtempSync(join(tmpdir(), 'mutants-'));
  const write = (place: string, text: string) => {
    mkdirSync(dirname(join(folder, place)), { recursive: true });
    writeFileSync(join(folder, place), text);
    return place;
  };
  const files = [...new Set(mutants.map(({ file }) => file))];
  const copies = [
    ...files.map((file) => write(placeOf(file, 'none'), readFileSync(join(root, file), 'utf8'))),
    ...mutants.map(({ file, id, apply }) => write(placeOf(file, id), apply(readFileSync(join(root, file), 'utf8')))),
  ];
  for (const parent of new Set(files.map((file) => file.replace(/\/src\/.*/, '')))) {
    const packages = join(root, parent, 'node_modules');
    if (existsSync(packages)) symlinkSync(packages, join(folder, parent, 'node_modules'));
  }
  const options = {
    rootDirs: [root, folder],
    noUnusedLocals: false,
    noUnusedParameters: false,
    allowUnreachableCode: true,
  };
  write(
    'tsconfig.json',
    JSON.stringify({ extends: join(root, 'tsconfig.base.json'), compilerOptions: options, files: copies }),
  );
  const said = await run(join(root, 'node_modules/.bin/tsc'), ['-p', folder, '--pretty', 'false']);
  rmSync(folder, { recursive: true });
  const refused = new Set([...said.matchAll(/\.mutant-(\w+)\.ts\(\d+,\d+\): error TS/g)].map(([, id = '']) => id));
  if (refused.has('none') || /^error /m.test(said))
    throw new Error(`The type checker refuses the code as it stands:\n${said}`);
  return refused;
}

/** What a command prints, however it ends. */
function run(file: string, given: readonly string[]): Promise<string> {
  return new Promise((resolve) => {
    execFile(file, given, { maxBuffer: 2 ** 28 }, (_, printed, wrong) => resolve(printed + wrong));
  });
}
