import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { readArguments } from '../../arguments.ts';
import { programOf } from './programs.ts';

readArguments({
  name: 'npx tsx tools/record/tool-cases/written.ts',
  about: `Fills in how the objects of conformance/tools/written-by-types.cases.json are written by the structs of their kinds and by the
configurations of client-go. Needs Go.`,
});
const file = fileURLToPath(new URL('../../../conformance/tools/written-by-types.cases.json', import.meta.url));
const cases: readonly { readonly object: object }[] = JSON.parse(readFileSync(file, 'utf8'));
const said: readonly (object | null)[] = JSON.parse(
  execFileSync(programOf('controller-runtime'), ['written'], {
    encoding: 'utf8',
    input: JSON.stringify(cases.map(({ object }) => object)),
    maxBuffer: 1 << 28,
  }),
);
const lines = cases.map(({ object }, index) => JSON.stringify({ object, ...said[index] }));
writeFileSync(file, `[\n${lines.join(',\n')}\n]\n`);
