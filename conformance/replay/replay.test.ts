import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { NamedDifference } from './judge.ts';
import { replay } from './replay.ts';

const traces = join(import.meta.dirname, '../traces/v1.36');
const files = {
  api: 'reference/crd-markers.json',
  unread: 'validation/validation-crd.json',
  command: 'recorded-kubectl/rec-delete.json',
  applySet: 'recorded-kubectl/rec-applyset.json',
  table: 'recorded-kubectl/rec-get.json',
  volume: 'installed/account-default.json',
} as const;
type File = keyof typeof files;

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'replay-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

function original(file: File): string {
  return readFileSync(join(traces, files[file]), 'utf8');
}

interface Replayed {
  readonly same: boolean;
  /** The lines that are printed before the closing ones. */
  readonly lines: readonly string[];
  readonly closing: readonly string[];
}

async function replayed(text: string, known: readonly NamedDifference[] = []): Promise<Replayed> {
  const file = join(folder, 'trace.json');
  writeFileSync(file, text);
  const lines: string[] = [];
  const same = await replay([file], (line) => lines.push(line), known);
  const isClosing = (line: string) => /^\d+ (of \d+ \w+ identical|answers compared)/.test(line);
  return { same, lines: lines.filter((line) => !isClosing(line)), closing: lines.filter(isClosing) };
}

/** Returns the text of a trace after `change`, which must change it. */
function changed(file: File, change: (trace: Trace) => void): string {
  const trace: Trace = JSON.parse(original(file));
  const before = JSON.stringify(trace);
  change(trace);
  expect(JSON.stringify(trace)).not.toBe(before);
  return JSON.stringify(trace);
}

/** The parts of a trace that these tests change. */
interface Trace {
  readonly steps: Step[];
}
interface Exchange {
  request: { method: string; path: string; query: Record<string, string> };
  // biome-ignore lint/suspicious/noExplicitAny: the answers of a server, to be changed anywhere
  response: { code: number; body: any; warnings?: string[] };
}
interface Step extends Partial<Exchange> {
  command?: string;
  stdout: string;
  stderr: string;
  exitCode: number;
  requests: Exchange[];
}

function step(trace: Trace, found: (step: Step) => boolean): Step {
  const [first] = trace.steps.filter(found);
  if (first === undefined) throw new Error('no such step');
  return first;
}

const command = (trace: Trace, line: string) => step(trace, (each) => each.command === line);
const isList = ({ query }: Exchange['request']) => 'labelSelector' in query;
/** A command that lists more than one kind at once. */
const listing = (trace: Trace) =>
  step(trace, ({ requests }) => (requests ?? []).filter(({ request }) => isList(request)).length > 1);
const created = (trace: Trace) => step(trace, (each) => each.response?.code === 201);
/** The metadata with a resourceVersion that no other answer of the trace holds. */
function metadataSeenOnce(trace: Trace) {
  const all = trace.steps.flatMap(({ response }) => response?.body?.metadata ?? []);
  const times = (version: string) => all.filter((metadata) => metadata.resourceVersion === version).length;
  return all.find(({ resourceVersion }) => resourceVersion !== undefined && times(resourceVersion) === 1);
}

/** Changes of a trace, and the lines that replay prints for each. */
const changes: readonly (readonly [
  name: string,
  file: File,
  change: (trace: Trace) => void,
  lines: readonly string[],
])[] = [
  [
    'a code',
    'api',
    (trace) => Object.assign(created(trace).response ?? {}, { code: 200 }),
    ['crd-markers step 1 code: expected 200, got 201'],
  ],
  [
    'a volume that has another name in one place',
    'volume',
    (trace) => {
      const pod = step(trace, (each) => each.response?.body?.kind === 'Pod').response?.body ?? {};
      const [mount] = pod.spec.containers[0].volumeMounts;
      mount.name = 'kube-api-access-00002';
    },
    [
      'account-default step 1 body.spec.containers[0].volumeMounts[0].name: expected "kube-api-access-00002", got "kube-api-access-00001"',
    ],
  ],
  [
    'a key',
    'api',
    (trace) => {
      const { metadata } = created(trace).response?.body ?? {};
      metadata.generation2 = metadata.generation;
      delete metadata.generation;
    },
    [
      'crd-markers step 1 body.metadata.generation2: expected 1, got (absent)',
      'crd-markers step 1 body.metadata.generation: expected (absent), got 1',
    ],
  ],
  [
    'an integer to a float',
    'api',
    (trace) => {
      const { metadata } = created(trace).response?.body ?? {};
      metadata.generation = 1.5;
    },
    ['crd-markers step 1 body.metadata.generation: expected 1.5, got 1'],
  ],
  [
    'a resourceVersion that nothing else names',
    'api',
    (trace) => {
      metadataSeenOnce(trace).resourceVersion = '99';
    },
    [
      expect.stringMatching(
        /^crd-markers step \d+ numbering: expected resourceVersions from 1 on, got none is called \d+$/,
      ),
    ],
  ],
  [
    'an error of several in an order left to chance',
    'unread',
    (trace) => {
      const [mixed] = trace.steps.filter((each) => /^Foo.* is invalid: \[/.test(each.response?.body?.message ?? ''));
      const { body } = mixed?.response ?? {};
      body.message = body.message.replace('equal to 5', 'equal to 6');
    },
    [expect.stringMatching(/^validation-crd step \d+ body.message: expected ".*equal to 6.*", got ".*equal to 5.*"$/)],
  ],
  [
    'a resourceVersion where several objects are written',
    'applySet',
    (trace) => {
      const [first] = trace.steps;
      const written = (first?.requests ?? []).filter(({ request }) => request.method === 'POST');
      const [a, b] = written.map(({ response }) => response.body.metadata);
      a.resourceVersion = b.resourceVersion;
    },
    expect.arrayContaining([
      expect.stringMatching(/^rec-applyset step 0 requests\[\d+\]\.body\.metadata\.resourceVersion: expected/),
    ]),
  ],
  [
    'a text on stdout',
    'command',
    (trace) => {
      command(trace, 'kubectl delete cm cm -o name').stdout = 'configmap/mc\n';
    },
    ['rec-delete step 3 stdout: expected "configmap/mc\\n", got "configmap/cm\\n"'],
  ],
  [
    'a text on stderr',
    'command',
    (trace) => {
      command(trace, 'kubectl delete cm cm -o name').stderr = 'Warning: gone\n';
    },
    ['rec-delete step 3 stderr: expected "Warning: gone\\n", got ""'],
  ],
  [
    'an exit code',
    'command',
    (trace) => {
      command(trace, 'kubectl delete cm cm -o name').exitCode = 1;
    },
    ['rec-delete step 3 exitCode: expected 1, got 0'],
  ],
  [
    'a read that was not sent',
    'command',
    (trace) => {
      const { requests } = command(trace, 'kubectl delete cm -l a=b');
      const [list] = requests;
      if (list !== undefined) requests.splice(1, 0, { ...list, request: { ...list.request, path: '/api/v1/pods' } });
    },
    ['rec-delete step 5 requests[1]: expected GET /api/v1/pods, got (absent)'],
  ],
  [
    'a read that is left out',
    'command',
    (trace) => void command(trace, 'kubectl delete cm -l a=b').requests.splice(2, 1),
    ['rec-delete step 5 requests[2]: expected (absent), got GET /api/v1/namespaces/t-rec-delete/configmaps/c2'],
  ],
  [
    'the query of a read',
    'command',
    (trace) => {
      const [list] = command(trace, 'kubectl delete cm -l a=b').requests;
      Object.assign(list?.request.query ?? {}, { labelSelector: 'a=c' });
    },
    ['rec-delete step 5 requests[0].request.query.labelSelector: expected "a=c", got "a=b"'],
  ],
  [
    'the answer to a read',
    'command',
    (trace) => {
      const [, , look] = command(trace, 'kubectl delete cm -l a=b').requests;
      Object.assign(look?.response.body ?? {}, { reason: 'Gone' });
    },
    ['rec-delete step 5 requests[2].body.reason: expected "Gone", got "NotFound"'],
  ],
  [
    'one of the reads that are sent side by side',
    'applySet',
    (trace) => {
      const { requests } = listing(trace);
      const [list] = requests.filter(({ request }) => isList(request) && request.path.endsWith('/deployments'));
      Object.assign(list?.response.body ?? {}, { kind: 'List' });
    },
    [
      expect.stringMatching(
        /^rec-applyset step \d+ requests\[\d+\]\.body\.kind: expected "List", got "DeploymentList"$/,
      ),
    ],
  ],
];

describe('replay', () => {
  it.each(Object.keys(files) as File[])('finds %s as it was recorded identical', async (file) => {
    const { same, lines, closing } = await replayed(original(file));
    expect(lines).toEqual([]);
    expect(closing.filter((line) => !/^(\d+) of \1 |answers compared/.test(line))).toEqual([]);
    expect(closing.at(-1)).toMatch(/steps identical$/);
    expect(same).toBe(true);
  });

  it.each(changes)('reports a change of %s, and nothing else', async (_name, file, change, expected) => {
    const { same, lines, closing } = await replayed(changed(file, change));
    expect(lines).toEqual(expected);
    expect(closing.filter((line) => !/^(\d+) of \1 |answers compared/.test(line))).not.toEqual([]);
    expect(same).toBe(false);
  });

  it('takes the reads that are sent side by side in any order, and no others', async () => {
    const swap = ({ requests }: Step, found: (request: Exchange['request']) => boolean) => {
      const [a = -1, b = -1] = requests.flatMap(({ request }, index) => (found(request) ? [index] : []));
      const [first, second] = [requests[a], requests[b]];
      if (first === undefined || second === undefined) throw new Error('not two of them');
      [requests[a], requests[b]] = [second, first];
    };
    const lists = changed('applySet', (trace) => swap(listing(trace), isList));
    expect((await replayed(lists)).same).toBe(true);
    const isLook = ({ method, query }: Exchange['request']) => method === 'GET' && !('labelSelector' in query);
    const looks = changed('command', (trace) => swap(command(trace, 'kubectl delete deploy,cm -l a=b'), isLook));
    expect((await replayed(looks)).same).toBe(false);
  });

  it('takes errors whose order is chance in any order', async () => {
    const turned = changed('unread', (trace) => {
      const [mixed] = trace.steps.filter((each) => /^Foo.* is invalid: \[/.test(each.response?.body?.message ?? ''));
      const { body } = mixed?.response ?? {};
      body.details.causes.reverse();
    });
    expect((await replayed(turned)).same).toBe(true);
  });
});

describe('a difference that is named with its reason', () => {
  const row = { trace: 'rec-delete', step: 3, path: 'stdout', reason: 'a reason' };
  const text = () =>
    changed('command', (trace) => {
      command(trace, 'kubectl delete cm cm -o name').stdout = 'configmap/mc\n';
    });

  it('is printed with it, counted apart, and no failure', async () => {
    const { same, lines, closing } = await replayed(text(), [row]);
    expect(lines).toEqual(['rec-delete step 3 stdout: expected "configmap/mc\\n", got "configmap/cm\\n"; a reason']);
    expect(closing[0]).toMatch(/^(\d+) of \d+ texts identical, 1 differ for a reason that is named$/);
    expect(same).toBe(true);
  });

  it('covers nothing beside it', async () => {
    for (const other of [{ path: 'stderr' }, { path: 'std' }, { step: 4 }, { trace: 'rec' }]) {
      expect((await replayed(text(), [{ ...row, ...other }])).same, JSON.stringify(other)).toBe(false);
    }
  });

  it('that is none any more is a failure', async () => {
    const { same, lines } = await replayed(original('command'), [row]);
    expect(lines).toEqual(['rec-delete step 3 stdout: named, but nothing differs there']);
    expect(same).toBe(false);
  });
});
