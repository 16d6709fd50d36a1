import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { isMap, parseJson, type ValueMap } from '@managed-fields/merge-engine';
import { record } from './play.ts';
import type { Server } from './server.ts';

/**
 * `pnpm record --server URL [--token T] [--insecure] [--out FOLDER] [--kubectl PROGRAM] [PATH…]` plays the requests of traces on a real
 * server, and their commands by a real kubectl, and writes traces with that server's answers. A trace is its own scenario: what was sent, beside what came back.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    server: { type: 'string' },
    token: { type: 'string' },
    insecure: { type: 'boolean', default: false },
    out: { type: 'string', default: 'recorded' },
    kubectl: { type: 'string', default: 'kubectl' },
    parallel: { type: 'string', default: '16' },
  },
});

if (values.server === undefined) {
  console.error(
    'pnpm record needs --server URL; kubectl proxy gives one, and --token and --insecure serve for others.',
  );
  process.exit(2);
}

const server: Server = { url: values.server.replace(/\/$/, ''), token: values.token, insecure: values.insecure };
const paths = positionals.length > 0 ? positionals : ['conformance/traces/v1.36/reference'];
const files = paths.flatMap((path) =>
  statSync(path).isDirectory()
    ? readdirSync(path)
        .filter((name) => name.endsWith('.json'))
        .map((name) => join(path, name))
    : [path],
);

mkdirSync(values.out, { recursive: true });
const queue = [...files];
let failed = 0;
const workers = Array.from({ length: Number(values.parallel) }, async () => {
  for (let file = queue.shift(); file !== undefined; file = queue.shift()) {
    try {
      writeFileSync(join(values.out, basename(file)), await record(server, read(file), values.kubectl));
      console.log(`recorded ${basename(file)}`);
    } catch (cause) {
      failed++;
      console.error(`${basename(file)}: ${cause instanceof Error ? cause.message : String(cause)}`);
    }
  }
});
await Promise.all(workers);
console.log(`${files.length - failed} of ${files.length} traces recorded`);
process.exit(failed === 0 ? 0 : 1);

function read(file: string): ValueMap {
  const parsed = parseJson(readFileSync(file, 'utf8'));
  if (parsed.kind === 'error' || !isMap(parsed.value)) throw new Error(`${file} is not a trace`);
  return parsed.value;
}
