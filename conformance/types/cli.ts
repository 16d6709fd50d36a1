import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { Server } from '../record/server.ts';
import { fetchDefinitions } from './definitions.ts';
import { goProgram } from './go-program.ts';
import { fetchCustomGroups, fetchResources } from './resources.ts';

/**
 * `pnpm types --server URL [--token T] [--insecure] [--out FOLDER]` refreshes what the playground knows of built-in
 * kinds: definitions.json and resources.json from a real server, shapes.json and reset fields from small Go programs on
 * public modules, because no server tells them.
 */
const { values } = parseArgs({
  options: {
    server: { type: 'string' },
    token: { type: 'string' },
    insecure: { type: 'boolean', default: false },
    out: {
      type: 'string',
      default: fileURLToPath(new URL('../../packages/kubernetes-types/src/data', import.meta.url)),
    },
  },
});

if (values.server === undefined) {
  console.error('pnpm types needs --server URL; kubectl proxy gives one, and --token and --insecure serve for others.');
  process.exit(2);
}

const server: Server = { url: values.server.replace(/\/$/, ''), token: values.token, insecure: values.insecure };
const write = (name: string, text: string) => {
  writeFileSync(join(values.out, name), text);
  console.log(`${name}: ${text.length} characters`);
};

const customGroups = await fetchCustomGroups(server);
const definitions = await fetchDefinitions(server, customGroups);
write('definitions.json', JSON.stringify({ definitions }));
write('resources.json', await fetchResources(server, definitions, customGroups, goProgram('reset-fields', [])));
write('shapes.json', goProgram('shapes', [join(values.out, 'definitions.json')]));
