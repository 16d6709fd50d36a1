import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readArguments, stop } from '../arguments.ts';

const { values, words: positionals } = readArguments({
  name: 'npx tsx tools/survey/cli.ts',
  about: `Makes the recordings in conformance/survey/recorded again: it runs the commands that stand in NAME.json beside each, on the
cluster that KUBECONFIG names, and writes what "kubectl get … --show-managed-fields" prints to NAME.yaml. Of several such
lines the last makes NAME.yaml, those before it NAME.1.yaml, NAME.2.yaml. The README beside the recordings says which
programs it needs.`,
  options: { tools: { type: 'string', value: 'FOLDER', about: 'where the programs are that build.sh makes' } },
  words: { name: 'NAME…', about: 'healthy/NAME or faults/NAME, by default all' },
});

const recorded = fileURLToPath(new URL('../../conformance/survey/recorded/', import.meta.url));
const manifests = fileURLToPath(new URL('manifests/', import.meta.url));
const environment = {
  ...process.env,
  PATH: values.tools === undefined ? process.env['PATH'] : values.tools + delimiter + (process.env['PATH'] ?? ''),
};

/** What a recording's JSON file says of how it is made. */
interface Recipe {
  /** Commands of bash, one a line, in the folder `manifests`; a line that begins with `!` has to fail. */
  readonly how: readonly string[];
  /** What takes it all away again, when the recording is made. */
  readonly cleanup: readonly string[];
  /** Why it is not made by this program, where it is not. */
  readonly byHand?: string;
}

const all = ['healthy', 'faults'].flatMap((folder) =>
  readdirSync(join(recorded, folder))
    .filter((file) => file.endsWith('.json'))
    .map((file) => join(folder, file.slice(0, -'.json'.length))),
);
const unknown = positionals.filter((name) => !all.includes(name));
if (unknown.length > 0) stop(`There is no recording ${unknown.join(', ')}.`);

let failed = 0;
for (const name of positionals.length > 0 ? positionals : all) {
  const recipe = JSON.parse(readFileSync(join(recorded, `${name}.json`), 'utf8')) as Recipe;
  if (recipe.byHand !== undefined) {
    console.log(`left ${name}: ${recipe.byHand}`);
    continue;
  }
  const problem = record(name, recipe);
  for (const line of recipe.cleanup) run(line);
  if (problem !== undefined) failed++;
  console.log(problem === undefined ? `recorded ${name}` : `${name}: ${problem}`);
}
process.exit(failed === 0 ? 0 : 1);

/** Plays a recipe and writes its recordings; what went wrong, or nothing. */
function record(name: string, { how }: Recipe): string | undefined {
  const printed: string[] = [];
  for (const line of how) {
    const { status, stdout, stderr } = run(line);
    if (status !== 0) return `${line}\n${stdout}${stderr}`;
    if (line.startsWith('kubectl get ') && line.includes('--show-managed-fields')) printed.push(stdout);
  }
  for (const [index, text] of printed.entries()) {
    const snapshot = index === printed.length - 1 ? '' : `.${index + 1}`;
    writeFileSync(join(recorded, `${name}${snapshot}.yaml`), text);
  }
  return printed.length === 0 ? 'no line prints objects with --show-managed-fields' : undefined;
}

function run(line: string): { readonly status: number | null; readonly stdout: string; readonly stderr: string } {
  return spawnSync('bash', ['-o', 'pipefail', '-c', line], {
    cwd: manifests,
    env: environment,
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  });
}
