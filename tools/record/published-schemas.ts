import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { digestsOf } from '../../conformance/rehearsal/schemas.ts';
import { readArguments } from '../arguments.ts';
import { fetchJson } from '../types/definitions.ts';
import { reachServer, serverOptions } from './server.ts';

const { values } = readArguments({
  name: 'npx tsx tools/record/published-schemas.ts',
  about: `Keeps digests of the schemas that a real server publishes in OpenAPI v3, in conformance/rehearsal/schemas-VERSION.json: a server of
its own with no definitions.`,
  options: serverOptions,
});
const server = await reachServer(values);
const { major, minor } = await fetchJson<{ major: string; minor: string }>(server, '/version');
const { paths } = await fetchJson<{ paths: Record<string, unknown> }>(server, '/openapi/v3');
const roots = Object.keys(paths).filter((path) => /^(?:api\/[^/]+|apis\/[^/]+\/[^/]+)$/.test(path));
const documents = await Promise.all(roots.map((root) => fetchJson<object>(server, `/openapi/v3/${root}`)));
const digests = digestsOf(documents);
const file = new URL(`../../conformance/rehearsal/schemas-v${major}.${minor}.json`, import.meta.url);
writeFileSync(file, `${JSON.stringify(digests, null, 1)}\n`);
console.log(`${fileURLToPath(file)}: ${Object.keys(digests).length} schemas`);
