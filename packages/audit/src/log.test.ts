import { expect, test } from 'vitest';
import { looksLikeAuditLog } from './event.ts';
import { type LogReader, readLog } from './log.ts';
import { longestLine } from './log-text.ts';

const event = (more: object = {}, object: object | null = {}) =>
  JSON.stringify({
    kind: 'Event',
    apiVersion: 'audit.k8s.io/v1',
    level: 'RequestResponse',
    auditID: 'a1',
    stage: 'ResponseComplete',
    requestURI: '/api/v1/namespaces/a/configmaps/m',
    verb: 'patch',
    user: { username: 'olena' },
    userAgent: 'kubectl/v1.36.3',
    ...(object === null
      ? {}
      : { objectRef: { resource: 'configmaps', namespace: 'a', name: 'm', apiVersion: 'v1', ...object } }),
    responseStatus: { code: 200 },
    requestObject: { data: { a: '1' } },
    requestReceivedTimestamp: '2026-11-23T10:00:00.000001Z',
    stageTimestamp: '2026-11-23T10:00:00.000002Z',
    ...more,
  });

function read(text: string, piece = 7): LogReader {
  const log = readLog();
  for (let at = 0; at < text.length; at += piece) log.take(text.slice(at, at + piece));
  log.end();
  return log;
}

const problemsOf = (text: string, piece?: number) =>
  read(text, piece)
    .summary()
    .problems.map(({ code, lines }) => `${code} ${lines.join(' ')}`);

test.each([
  ['no JSON', `${event()}\nhello\n`, ['not-json 2']],
  ['a line that is cut', `${event()}\n${event().slice(0, 100)}`, ['cut 2']],
  ['a first line that is cut', `{"kind":"Ev\n${event()}\n`, ['not-json 1']],
  ['other JSON', `${event()}\n{"kind":"Pod","apiVersion":"v1"}\n17\nnull\n`, ['foreign 2 3 4']],
  ['a newer version', event().replace('audit.k8s.io/v1', 'audit.k8s.io/v9'), ['foreign 1']],
  ['CloudWatch', `${event()}\n{"@message":"x"}\n`, ['wrapped 2']],
  ['Stackdriver', `{"protoPayload":{"@type":"x"}}\n${event()}`, ['wrapped 1']],
  ['a shipper', `{"log":${JSON.stringify(event())},"stream":"stdout"}\n`, ['wrapped 1']],
  ['a write without objectRef', event({}, null), ['no-object 1']],
  ['__proto__', `{"__proto__":${event()}}\n${event({}, { name: '__proto__' })}`, ['foreign 1']],
  ['a list without items', '{"kind":"EventList","apiVersion":"audit.k8s.io/v1"}', ['not-json 1']],
  ['what is nested deep', `${event()}\n${'['.repeat(9000)}${']'.repeat(9000)}`, ['not-json 2']],
  ['empty lines', `\n\n${event()}\r\n\n`, []],
])('%s', (_, text, problems) => {
  expect(problemsOf(text)).toEqual(problems);
  expect(problemsOf(text, 100_000)).toEqual(problems);
});

test('a line that is too long is passed over, and the next one is read', () => {
  const long = `{"a":"${'x'.repeat(longestLine)}"}`;
  const { problems, objects } = read(`${long}\n${event()}`, 1_000_000).summary();
  expect(problems).toEqual([{ code: 'too-long', count: 1, lines: [1], found: long.slice(0, 80) }]);
  expect(objects.length).toBe(1);
});

test('an event is one object of a list, or a document of many lines', () => {
  const pretty = JSON.stringify(JSON.parse(event()), null, 2);
  for (const text of [pretty, `[\n${pretty},\n${event({ auditID: 'a2' })}\n]`, `[${event()}]`]) {
    expect(read(text).summary()).toMatchObject({ problems: [], objects: [{ name: 'm' }] });
  }
  const bare = JSON.parse(event());
  delete bare.kind;
  const list = JSON.stringify({ kind: 'EventList', apiVersion: 'audit.k8s.io/v1', items: [bare] });
  expect(read(list).summary()).toMatchObject({ problems: [], events: 1 });
  const nested = JSON.stringify({ kind: 'EventList', apiVersion: 'audit.k8s.io/v1', items: [JSON.parse(list), 3] });
  expect(problemsOf(nested)).toEqual(['foreign 1 1']);
});

test('only the last stage of a request counts, wherever it stands', () => {
  const first = event({ stage: 'RequestReceived', responseStatus: undefined, requestObject: undefined });
  for (const text of [`${first}\n${event()}`, `${event()}\n${first}`, `${event()}\n${event()}\n${first}`]) {
    const log = read(text);
    expect(log.summary().objects[0]?.requests).toBe(1);
    expect(log.events(() => true).map((kept) => kept.event.stage)).toEqual(['ResponseComplete']);
  }
  expect(read(event({ stage: 'Panic' })).summary().objects[0]?.requests).toBe(1);
  // Clients may name the same id twice.
  expect(read(`${event()}\n${event({ stageTimestamp: 'later' })}`).summary().objects[0]?.requests).toBe(2);
});

test('what an object is written by is added up', () => {
  const more = {
    auditID: 'a2',
    responseStatus: { code: 409 },
    user: { username: 'ci' },
    requestReceivedTimestamp: '3',
  };
  const exec = event({ auditID: 'a3', verb: 'create' }, { resource: 'pods', subresource: 'exec' });
  const summary = read([event(), event(more), exec, event({ auditID: 'a4', verb: 'list' })].join('\n')).summary();
  expect(summary.objects).toEqual([
    {
      key: '/configmaps/a/m',
      group: '',
      resource: 'configmaps',
      namespace: 'a',
      name: 'm',
      requests: 2,
      refused: 1,
      writers: ['olena', 'ci'],
      otherWriters: 0,
      first: '2026-11-23T10:00:00.000001Z',
      last: '3',
      bodies: 'requests',
      dryRuns: 0,
    },
  ]);
  expect(summary.others).toEqual([{ what: 'pods/exec', count: 1 }]);
  expect(summary.reads).toBe(1);
});

test('a log is known by its beginning', () => {
  expect(looksLikeAuditLog(event())).toBe(true);
  expect(looksLikeAuditLog(`\ufeff \n[${event()}`)).toBe(true);
  expect(looksLikeAuditLog('apiVersion: audit.k8s.io/v1\nkind: Policy\n')).toBe(false);
  expect(looksLikeAuditLog(`{"log":${JSON.stringify(event())}}`)).toBe(false);
  expect(looksLikeAuditLog('')).toBe(false);
});
