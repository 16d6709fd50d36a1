import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defaultVersion, releases } from '@managed-fields/kubernetes-types';
import { needGo, readArguments } from '../arguments.ts';
import { goProgram, replaceOption } from './go-program.ts';

const { values } = readArguments({
  name: 'npx tsx tools/types/shown-templates.ts',
  about: `Asks the server's own code of each version how it shows the templates of shown.cases.json (needs Go), and writes the answers
there: of the default version to all cases, of others to those that are asked everywhere.`,
  options: replaceOption,
});
needGo('tools/types/shown-templates.ts');
const path = fileURLToPath(new URL('../../packages/kubernetes-types/src/validation/shown.cases.json', import.meta.url));
const file = JSON.parse(readFileSync(path, 'utf8')) as {
  readonly job: object;
  readonly template: object;
  readonly cases: readonly { readonly everywhere?: boolean; readonly answers?: object }[];
};

const asked = Object.entries(releases).map(
  ([version, release]) =>
    [
      version,
      JSON.parse(goProgram('shown-templates', [path], release, values.replace)) as readonly (readonly string[])[],
    ] as const,
);
const lines = file.cases.map(({ answers: _, ...one }, i) => {
  const kept = asked.filter(([version]) => one.everywhere === true || version === defaultVersion);
  const answers = Object.fromEntries(kept.map(([version, answered]) => [version, answered[i]]));
  return JSON.stringify({ ...one, answers });
});
const head = [`"job": ${JSON.stringify(file.job)}`, `"template": ${JSON.stringify(file.template)}`];
writeFileSync(path, `{\n  ${head.join(',\n  ')},\n  "cases": [\n    ${lines.join(',\n    ')}\n  ]\n}\n`);
