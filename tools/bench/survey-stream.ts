import { spawnSync } from 'node:child_process';
import {
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Json, sourceReader } from '@managed-fields/survey';
import { bundleModules } from '../../conformance/packages/bundle.ts';
import { program, root } from '../../conformance/packages/published.ts';
import { readArguments } from '../arguments.ts';

const {
  values: { objects, rounds, folder: given },
} = readArguments({
  name: 'npx tsx tools/bench/survey-stream.ts',
  about: `Makes a dump of many objects as kubectl prints it, and times managed-fields survey on it against JSON.parse of the same text,
object by object; says how much memory each had at most, which it reads from /proc of Linux.`,
  options: {
    objects: {
      type: 'number',
      value: 'N',
      default: 200_000,
      about: 'how many objects the dump has; 270,000 are about 2 GB',
    },
    rounds: { type: 'number', value: 'N', default: 2, about: 'how often each is timed; the least counts' },
    folder: {
      type: 'string',
      value: 'FOLDER',
      about: 'where the dump is made, and stays; without it a temporary folder',
    },
  },
});
const folder = given ?? mkdtempSync(join(tmpdir(), 'survey-stream-'));
mkdirSync(folder, { recursive: true });

/** Runs a module in a process of its own; its seconds, the most memory that it had in bytes, and its last line. */
function measured(module: string, args: readonly string[]) {
  const usage = join(folder, 'usage');
  // What the system counts as the most of a process has that of its parent in it.
  const code = `const { readFileSync, writeFileSync } = require('node:fs');
process.on('exit', () => writeFileSync(${JSON.stringify(usage)}, /VmHWM:\\s*(\\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))[1]));
process.argv.splice(1, 0, ${JSON.stringify(module)});
import(${JSON.stringify(pathToFileURL(module).href)});`;
  const start = performance.now();
  const output = openSync(join(folder, 'output'), 'w');
  const { status, stderr } = spawnSync(process.execPath, ['-e', code, '--', ...args], {
    stdio: ['ignore', output, 'pipe'],
    encoding: 'utf8',
  });
  closeSync(output);
  if (status !== 0 && status !== 1) throw new Error(`ended with ${status}: ${stderr}`);
  return { seconds: (performance.now() - start) / 1000, bytes: Number(readFileSync(usage, 'utf8')) * 1024 };
}

/**
 * Objects that releases of all tools left on a real server, as they were recorded, but for those by which admission writes into
 * others: with these each object is played on a server, which costs as much in any survey.
 */
const playsAdmission = /AdmissionPolicy|WebhookConfiguration|LimitRange|StorageClass|IngressClass|PriorityClass/;

function recorded(): readonly Json[] {
  const dumps = join(root, 'conformance/survey/recorded/healthy');
  return readdirSync(dumps).flatMap((name) => {
    const reader = sourceReader(name);
    const parts = [...reader.push(readFileSync(join(dumps, name))), ...reader.end()];
    return parts.flatMap((part) =>
      part.kind === 'object' && !playsAdmission.test(String(part.value['kind'])) ? [part.value] : [],
    );
  });
}

function makeDump(path: string): void {
  const texts = recorded().map((value) => JSON.stringify(value, null, 4).replaceAll('\n', '\n        '));
  const file = openSync(path, 'w');
  let block = '{\n    "apiVersion": "v1",\n    "items": [';
  for (let at = 0; at < objects; at++) {
    const text = texts[at % texts.length] ?? '';
    const copy = Math.floor(at / texts.length);
    const own = text
      .replace(/"namespace": "[^"]*"/, `"namespace": "copy-${copy}"`)
      .replace(/"uid": "[^"]{8}/, `"uid": "${at.toString(16).padStart(8, '0')}`);
    block += `${at === 0 ? '' : ','}\n        ${own}`;
    if (block.length < 1 << 22) continue;
    writeSync(file, block);
    block = '';
  }
  writeSync(
    file,
    `${block}\n    ],\n    "kind": "List",\n    "metadata": {\n        "resourceVersion": ""\n    }\n}\n`,
  );
  closeSync(file);
}

/** Reads the items of such a dump by JSON.parse, one by one: each begins and ends at a line of its own. */
const parser = `import { createReadStream } from 'node:fs';
let rest = '', count = 0;
const stream = createReadStream(process.argv[2], { encoding: 'utf8', highWaterMark: 1 << 20 });
for await (const chunk of stream) {
  const text = rest + chunk;
  let from = 0;
  for (;;) {
    const start = text.indexOf('\\n        {', from);
    const end = start < 0 ? -1 : text.indexOf('\\n        }', start);
    if (end < 0) { rest = text.slice(from); break; }
    JSON.parse(text.slice(start, end + 10));
    count++;
    from = end + 10;
  }
}
console.log(count);`;

try {
  const dump = join(folder, `dump-${objects}.json`);
  if (!existsSync(dump)) makeDump(dump);
  const size = statSync(dump).size;
  const built = join(folder, 'program');
  await bundleModules(program, built);
  writeFileSync(join(built, 'package.json'), '{"type":"module","version":"0.0.0"}');
  writeFileSync(join(folder, 'parse.mjs'), parser);
  const parse = least(() => measured(join(folder, 'parse.mjs'), [dump]));
  console.log(`JSON.parse: ${parse.seconds.toFixed(1)} s, ${(parse.bytes / 1e6).toFixed(0)} MB`);
  const forms: readonly (readonly [string, readonly string[]])[] = [
    ['text', []],
    ['csv', ['-o', 'csv']],
    ['json', ['-o', 'json']],
  ];
  for (const [name, args] of forms) {
    const run = least(() => measured(join(built, 'main.js'), ['survey', dump, ...args]));
    console.log(
      `survey of ${objects} objects (${(size / 1e9).toFixed(2)} GB) as ${name} / JSON.parse: ${(run.seconds / parse.seconds).toFixed(2)}; memory ${(run.bytes / 1e6).toFixed(0)} MB, ${run.seconds.toFixed(1)} s`,
    );
  }
} finally {
  if (given === undefined) rmSync(folder, { recursive: true });
}

function least(run: () => ReturnType<typeof measured>): ReturnType<typeof measured> {
  const all = Array.from({ length: rounds }, run).sort((a, b) => a.seconds - b.seconds);
  return all[0] ?? { seconds: 0, bytes: 0 };
}
