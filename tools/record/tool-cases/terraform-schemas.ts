import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { readArguments } from '../../arguments.ts';
import { programOf } from './programs.ts';

readArguments({
  name: 'npx tsx tools/record/tool-cases/terraform-schemas.ts',
  about: `Writes the schemas of the typed resources of Terraform's Kubernetes provider, with what its code sends and reads of each
argument, to packages/tools/src/data/terraform-schemas.json. Needs Go, and no server.`,
});
const target = fileURLToPath(new URL('../../../packages/tools/src/data/terraform-schemas.json', import.meta.url));
// What has no field in the API is said on stderr.
const stdio = ['ignore', 'pipe', 'ignore'] satisfies ['ignore', 'pipe', 'ignore'];
writeFileSync(target, `${execFileSync(programOf('terraform'), ['schemas'], { encoding: 'utf8', stdio }).trim()}\n`);
