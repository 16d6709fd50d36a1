import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { isMap, stringAt, type ValueMap } from '@managed-fields/merge-engine';
import { readDocuments } from '@managed-fields/source';
import { needGo, readArguments } from '../arguments.ts';
import { essence } from './essence.ts';
import { type Found, filesOf } from './files.ts';
import { folderOf, noticeOf, type Source, textsOf } from './modules.ts';

readArguments({
  name: 'pnpm known',
  about: `Makes the known definitions of custom kinds anew, of the modules that sources.json names (needs Go, which fetches them): the
data of packages/known-definitions, and the notices that their licences ask to be repeated.`,
});
needGo('pnpm known');
const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const data = here('../../packages/known-definitions/src/data');
const sources: readonly Source[] = JSON.parse(readFileSync(here('sources.json'), 'utf8'));

const found: Found[] = [];
const notices: { project: string; notice: string }[] = [];
for (const source of sources) {
  const folder = folderOf(source);
  const notice = noticeOf(folder);
  if (notice !== undefined) notices.push({ project: source.project, notice });
  for (const definition of textsOf(folder, source).flatMap(definitionsIn)) found.push({ source, definition });
}

rmSync(data, { recursive: true, force: true });
mkdirSync(data);
writeFileSync(here('../../conformance/third-party/known-definitions.json'), `${JSON.stringify(notices, null, 2)}\n`);
const made = filesOf(sources, found);
for (const { name, text } of made) writeFileSync(join(data, name), text);

for (const { project, version } of sources) {
  const own = found.filter(({ source }) => source.project === project).map(({ definition }) => definition);
  const alone = filesOf(
    sources,
    found.filter(({ source }) => source.project === project),
  );
  console.log(`| ${project} | ${version} | ${own.length} | ${kilobytes(alone)} |`);
}
console.log(`| all | | ${found.length} | ${kilobytes(made)} |`);

function definitionsIn(text: string): readonly ValueMap[] {
  return readDocuments(text).flatMap(({ value, problems }) => {
    const broken = problems.find(({ severity }) => severity === 'error');
    if (broken !== undefined) throw new Error(broken.message);
    const isDefinition = isMap(value ?? null) && stringAt(value as ValueMap, 'kind') === 'CustomResourceDefinition';
    return isDefinition ? [essence(value as ValueMap)] : [];
  });
}

function kilobytes(files: ReturnType<typeof filesOf>): string {
  const definitions = files.filter(({ name }) => name.endsWith('.json') && name !== 'index.json');
  const bytes = definitions.reduce((sum, { text }) => sum + gzipSync(text, { level: 9 }).length, 0);
  return (bytes / 1024).toFixed(1);
}
