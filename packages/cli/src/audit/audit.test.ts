import { gzipSync } from 'node:zlib';
import { decodeLink } from '@managed-fields/share-link';
import { expect, test } from 'vitest';
import { fakeIo, type Given } from '../fake-io.ts';
import { run } from './audit.ts';

async function ran(args: readonly string[], given: Given = {}) {
  const io = fakeIo(given);
  return { code: await run(args, io), out: io.out.join(''), err: io.err.join('') };
}

/** An event of a write of a ConfigMap, whose answer has the value that a manager applied by force. */
const event = (number: number, manager: string, value: string, more: object = {}) => {
  const time = `2026-11-23T10:00:${String(number).padStart(2, '0')}.000000Z`;
  const object = {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'c', namespace: 'prod' },
    data: { mode: value },
  };
  const entry = {
    manager,
    operation: 'Apply',
    apiVersion: 'v1',
    time: `${time.slice(0, 19)}Z`,
    fieldsType: 'FieldsV1',
    fieldsV1: { 'f:data': { 'f:mode': {} } },
  };
  return JSON.stringify({
    ...{
      kind: 'Event',
      apiVersion: 'audit.k8s.io/v1',
      level: 'RequestResponse',
      auditID: `a${number}`,
      stage: 'ResponseComplete',
    },
    requestURI: `/api/v1/namespaces/prod/configmaps/c?fieldManager=${manager}&force=true`,
    ...{ verb: 'patch', user: { username: `user-of-${manager}` }, userAgent: manager },
    objectRef: { resource: 'configmaps', namespace: 'prod', name: 'c', apiVersion: 'v1' },
    responseStatus: { code: number === 1 ? 201 : 200 },
    requestObject: object,
    responseObject: {
      ...object,
      metadata: {
        ...object.metadata,
        uid: 'u',
        resourceVersion: String(100 + number),
        creationTimestamp: '2026-11-23T10:00:01Z',
        managedFields: [entry],
      },
    },
    ...{ requestReceivedTimestamp: time, stageTimestamp: time },
    ...more,
  });
};
const lines = [
  event(1, 'helm', 'blue'),
  event(2, 'flux', 'green'),
  event(3, 'helm', 'blue'),
  event(4, 'flux', 'green'),
  event(5, 'helm', 'blue'),
];
const log = `${lines.join('\n')}\n`;

test.each<readonly [string, readonly string[], Given]>([
  ['JSON lines in a pipe', [], { stdin: log }],
  ['a file', ['audit.log'], { files: { 'audit.log': log } }],
  ['a file by -f', ['-f', 'audit.log'], { files: { 'audit.log': log } }],
  ['gzip', ['audit.log.gz'], { files: { 'audit.log.gz': gzipSync(log) } }],
  ['gzip in a pipe', [], { stdin: gzipSync(log) }],
  [
    'a log that was rotated',
    ['1.log', '2.log'],
    { files: { '1.log': `${lines.slice(0, 2).join('\n')}\n`, '2.log': lines.slice(2).join('\n') } },
  ],
  [
    'a folder of logs',
    ['logs'],
    {
      folders: ['logs'],
      files: { 'logs/a.log': lines.slice(0, 3).join('\n'), 'logs/b.log.gz': gzipSync(lines.slice(3).join('\n')) },
    },
  ],
  [
    'several servers, out of order',
    ['1', '2'],
    { files: { '1': [lines[1], lines[3]].join('\n'), '2': [lines[0], lines[2], lines[4]].join('\n') } },
  ],
  ['line ends of Windows', [], { stdin: log.replaceAll('\n', '\r\n') }],
  ['an EventList', [], { stdin: `{"kind":"EventList","apiVersion":"audit.k8s.io/v1","items":[${lines.join(',')}]}` }],
  ['events of reads between', [], { stdin: `${log}${event(9, 'x', 'y', { verb: 'get', level: 'Metadata' })}\n` }],
  ['earlier stages of requests', [], { stdin: `${event(1, 'helm', 'blue', { stage: 'RequestReceived' })}\n${log}` }],
])('who wrote and who fights: %s', async (_, args, given) => {
  const { code, out, err } = await ran(args, given);
  expect([code, err]).toEqual([1, '']);
  expect(out).toContain('1 object that was written.');
  expect(out).toMatch(/configmaps +prod +c +5 +0 +0 +user-of-(?:helm, user-of-flux|flux, user-of-helm)/);
  expect(out).toMatch(/configmaps prod\/c: helm and flux take \.data\.mode from each other, \d times\n/);
});

test('the history of one object, played, and a link to it', async () => {
  const args = ['--object', 'configmaps/c', '-n', 'prod', '--link', 'https://fields.example.com/'];
  const { out } = await ran(args, { stdin: log });
  expect(out).toMatch(/1 +2026-11-23T10:00:01\.000 +user-of-helm +patch +helm +201 +/);
  const [, fragment = ''] = /fields\.example\.com\/#(\S+)/.exec(out) ?? [];
  const read = decodeLink(fragment);
  expect(read.kind === 'scenario' && read.scenario.steps.length).toBeGreaterThan(3);
});

test('dry runs write nothing', async () => {
  const dry = {
    requestURI: '/api/v1/namespaces/prod/configmaps/c?fieldManager=x&dryRun=All',
    user: { username: 'dry' },
  };
  const { out } = await ran([], { stdin: `${log}${event(6, 'x', 'red', dry)}\n` });
  expect(out).toContain('6 events, 1 object that was written.');
  expect(out).toMatch(/configmaps +prod +c +5 +1 +0 +user-of-\S+, user-of-\S+ /);
  const alone = await ran([], { stdin: `${event(1, 'x', 'red', dry)}\n` });
  expect(alone.out).toContain('1 event, 0 objects that were written.');
  expect(alone.out).toMatch(/configmaps +prod +c +0 +1 +0 +2026/);
  const history = await ran(['--object', 'c', '-o', 'json'], { stdin: `${log}${event(6, 'x', 'red', dry)}\n` });
  expect(JSON.parse(history.out).history.map(({ dryRun }: { dryRun: boolean }) => dryRun)).toEqual([
    ...[false, false, false, false, false, true],
  ]);
});

test('as JSON and as Markdown', async () => {
  const { objects } = JSON.parse((await ran(['-o', 'json'], { stdin: log })).out);
  expect(objects).toMatchObject([{ resource: 'configmaps', requests: 5, states: 5, fights: [{ path: '.data.mode' }] }]);
  const { out } = await ran(['-o', 'markdown', '--object', 'c'], { stdin: log });
  expect(out).toContain('| configmaps prod/c ');
  expect(out).toContain('- **configmaps prod/c**: helm and flux take .data.mode from each other');
});

test('values that may be secret are not printed', async () => {
  const secret = log
    .replaceAll('"mode"', '"password"')
    .replaceAll('f:mode', 'f:password')
    .replaceAll('blue', 'hunter2');
  for (const output of ['text', 'json', 'markdown']) {
    const { out } = await ran(['-o', output], { stdin: secret });
    expect(out).toContain('password');
    expect(out).not.toContain('hunter2');
  }
});

test.each([
  [[], {}, 'nothing to read: name the files of an audit log'],
  [[], { stdin: '' }, 'there is no event of a write'],
  [[], { stdin: '{"kind":"Pod","apiVersion":"v1"}' }, '1 not read (foreign), first in line 1'],
  [['gone.log'], {}, 'there is no file gone.log'],
  [['--object', 'deploy/x'], { stdin: log }, 'the log has no writes of deploy/x'],
  [['--from', '0'], { stdin: log }, '--from and --to are numbers from 1'],
  [['--from', '1'], { stdin: log }, '--from and --to go with --object'],
  [['--object', 'c', '--from', '3', '--to', '2'], { stdin: log }, '--from 3 is behind --to 2'],
  [['--object', 'c', '--from', '6'], { stdin: log }, 'there is no request 6: the log has 5 of c'],
  [['--object', 'c', '--to', '99'], { stdin: log }, 'there is no request 99: the log has 5 of c'],
  [['--link', 'https://x.example'], { stdin: log }, '--link goes with --object'],
  [['-o', 'csv'], { stdin: log }, '--output is one of text, json, markdown'],
])('%j cannot be used', async (args, given, message) => {
  const { code, out, err } = await ran(args, given);
  expect([code, out]).toEqual([2, '']);
  expect(err).toContain(message);
});

test('a log that is cut gives what it has, and says so', async () => {
  const { code, out, err } = await ran([], { stdin: log.slice(0, -100) });
  expect(code).toBe(2);
  expect(out).toMatch(/configmaps +prod +c +4 /);
  expect(err).toContain('first in line 5');
});
