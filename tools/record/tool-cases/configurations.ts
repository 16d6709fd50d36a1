import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { readArguments } from '../../arguments.ts';
import { programOf } from './programs.ts';

readArguments({
  name: 'npx tsx tools/record/tool-cases/configurations.ts',
  about: `Writes how the configurations of client-go differ from the structs of their kinds, as the types themselves say, to
packages/tools/src/programs/apply-configurations.json. Needs Go.`,
});
const target = fileURLToPath(
  new URL('../../../packages/tools/src/programs/apply-configurations.json', import.meta.url),
);
writeFileSync(target, execFileSync(programOf('controller-runtime'), ['table'], { encoding: 'utf8' }));
