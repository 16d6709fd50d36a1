import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { markdownTable } from '../code-blocks.ts';
import { traceFiles } from '../replay/trace.ts';

/** A test of upstream, or a case of one: the traces that play it, or why none does. */
interface Row {
  readonly file: string;
  readonly test: string;
  readonly case?: string;
  readonly traces?: readonly string[];
  readonly why?: string;
}

/** Why no trace plays a test of upstream. */
const reasons: Readonly<Record<string, string>> = {
  cbor: 'sends CBOR, which a server takes only with a feature gate that is off by default',
  certificates: 'gives a definition certificates that are real or not, which are not looked into here',
  code: 'reads tables of upstream’s code and asks no server',
  controller: 'a controller of the server writes the same object at a time of its own',
  disabled: 'is left out by upstream itself',
  discovery: 'asks for discovery, which `conformance/commands` holds against recordings of its own',
  'etcd-size': 'meets the limit that etcd has for one request, which is not modelled',
  gate: 'sets a feature gate otherwise than by default, or another version to emulate',
  large: 'sends bodies of megabytes, to find out where a server stops to read',
  'nothing-played': 'has a name and no steps',
  'old-definition': 'puts a definition into etcd that no server takes any more',
  openapi: 'reads the OpenAPI that a server publishes',
  parallel: 'sends requests at the same moment',
  server: 'asks whether a server has started',
  storage: 'reads or writes etcd past the server',
  time: 'measures time, or is about what happens at the same time',
  watch: 'watches while others write',
  webhook: 'needs a webhook that answers',
};

const rows = readFileSync(join(import.meta.dirname, 'integration-tests.jsonl'), 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => JSON.parse(line) as Row);
const traces = new Set(
  traceFiles([join(import.meta.dirname, '../traces/v1.36')]).map((file) => basename(file, '.json')),
);

describe('upstream’s integration tests', () => {
  it('have traces that are there, or a reason that is known', () => {
    const wrong = rows.filter(({ traces: played, why }) => {
      if (why !== undefined) return played !== undefined || !Object.hasOwn(reasons, why);
      return played === undefined || played.length === 0 || !played.every((name) => traces.has(name));
    });
    expect(wrong).toEqual([]);
  });

  it('stand in the table once each, and no reason and no trace made of one is idle', () => {
    const keys = rows.map((row) => [row.file, row.test, row.case].join(' '));
    expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([]);
    expect(Object.keys(reasons).filter((reason) => !rows.some(({ why }) => why === reason))).toEqual([]);
    const named = new Set(rows.flatMap(({ traces: played = [] }) => played));
    expect([...traces].filter((name) => name.startsWith('up-') && !named.has(name))).toEqual([]);
  });

  it('are told by docs/upstream-tests.md', async () => {
    await expect(page()).toMatchFileSnapshot('../../docs/upstream-tests.md');
  });
});

function page(): string {
  const played = rows.filter(({ why }) => why === undefined);
  const own = new Set(played.flatMap(({ traces: names = [] }) => names));
  const made = [...own].filter((name) => name.startsWith('up-'));
  const sections = [...grouped(rows, ({ file }) => file)].map(([file, of]) => section(file, of));
  return `# Upstream’s integration tests

What Kubernetes tests of apply, managedFields, subresources and custom resources against a server of its own, v1.36.3, case by
case: ${rows.length} cases, of which ${played.length} are played by ${own.size} traces, ${made.length} of them made of what these tests do, with other
objects and other words, and recorded from a real server. ${rows.length - played.length} are left out, each for its reason.
\`conformance/upstream/integration-tests.test.ts\` writes this page from \`integration-tests.jsonl\` beside it.

${sections.join('\n\n')}
`;
}

function section(file: string, of: readonly Row[]): string {
  const lines = [...grouped(of, ({ test, why }) => `${test} ${why ?? ''}`).values()].map((cases) => {
    const names = [...new Set(cases.flatMap(({ traces: played = [] }) => played))];
    const why = cases[0]?.why;
    return [`\`${cases[0]?.test}\``, String(cases.length), why === undefined ? listed(names) : (reasons[why] ?? why)];
  });
  return `## ${file}\n\n${markdownTable([['test', 'cases', 'played by, or why not'], ...lines])}`;
}

/** Names as they stand in a cell; many are told by what they begin with. */
function listed(names: readonly string[]): string {
  if (names.length <= 4) return names.map((name) => `\`${name}\``).join(', ');
  const first = names[0] ?? '';
  let shared = first.length;
  while (!names.every((name) => name.startsWith(first.slice(0, shared)))) shared--;
  return `${names.length} traces, \`${first.slice(0, shared)}…\``;
}

function grouped(all: readonly Row[], keyOf: (row: Row) => string): ReadonlyMap<string, readonly Row[]> {
  const groups = new Map<string, Row[]>();
  for (const row of all) groups.set(keyOf(row), [...(groups.get(keyOf(row)) ?? []), row]);
  return groups;
}
