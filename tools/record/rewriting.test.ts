import { parseJson, type Value } from '@managed-fields/merge-engine';
import { expect, test } from 'vitest';
import { Rewriting } from './rewriting.ts';

const read = (text: string): Value => {
  const parsed = parseJson(text);
  if (parsed.kind === 'error') throw new Error(parsed.message);
  return parsed.value;
};

const uid = '5f1c1a7e-0a51-4f0e-9a55-9b5a53c7a001';
const named = '00000000-0000-0000-0000-000000000001';

function recorded(): Rewriting {
  const rewriting = new Rewriting();
  rewriting.noteStep(3, '2026-11-21T10:00:07Z');
  rewriting.toTrace(read(`{"metadata":{"uid":"${uid}","resourceVersion":"812"}}`));
  return rewriting;
}

const answers: readonly (readonly [name: string, server: string, trace: string])[] = [
  ['a uid by first appearance', `{"uid":"${uid}"}`, `{"uid":"${named}"}`],
  ['a uid inside a message', `{"message":"UID is ${uid} here"}`, `{"message":"UID is ${named} here"}`],
  ['a resourceVersion by first appearance', '{"resourceVersion":"812"}', '{"resourceVersion":"1"}'],
  ['the next resourceVersion', '{"resourceVersion":"900"}', '{"resourceVersion":"2"}'],
  ['the time of a step', '{"time":"2026-11-21T10:00:07Z"}', '{"time":"2026-01-01T00:00:03Z"}'],
  ['a time of no step as it is', '{"time":"2020-05-05T00:00:00Z"}', '{"time":"2020-05-05T00:00:00Z"}'],
  ['the volume of a token by first appearance', '{"name":"kube-api-access-b2xwz"}', '{"name":"kube-api-access-00001"}'],
  [
    'a volume inside a key',
    '{"k:{\\"name\\":\\"kube-api-access-9f4qk\\"}":{}}',
    '{"k:{\\"name\\":\\"kube-api-access-00001\\"}":{}}',
  ],
  ['a volume that a client named as it is', '{"name":"kube-api-access-mine"}', '{"name":"kube-api-access-mine"}'],
  ['digits as they are', '{"replicas":9007199254740993}', '{"replicas":9007199254740993}'],
];

test.each(answers)('an answer keeps %s', (_name, server, trace) => {
  expect(recorded().toTrace(read(server))).toEqual(read(trace));
});

test('a resourceVersion is rewritten in what a program prints: YAML, a description, a map of Go', () => {
  const printed = (version: string) =>
    `resourceVersion: "${version}"\nResource Version:  ${version}\nmap[name:a resourceVersion:${version} uid:u]`;
  expect(recorded().toTraceText(printed('812'))).toBe(printed('1'));
});

const bodies: readonly (readonly [name: string, trace: string, server: string])[] = [
  ['a uid', `{"uid":"${named}"}`, `{"uid":"${uid}"}`],
  ['a resourceVersion', '{"metadata":{"resourceVersion":"1"}}', '{"metadata":{"resourceVersion":"812"}}'],
  ['a resourceVersion in YAML', 'resourceVersion: "1"', 'resourceVersion: "812"'],
  [
    'a resourceVersion in a JSON patch',
    '{"path": "/metadata/resourceVersion", "value": "1"}',
    '{"path": "/metadata/resourceVersion", "value": "812"}',
  ],
  ['a time', 'time: "2026-01-01T00:00:03Z"', 'time: "2026-11-21T10:00:07Z"'],
  ['an unknown resourceVersion as it is', '{"resourceVersion":"77"}', '{"resourceVersion":"77"}'],
];

test('a request is sent with the real volume of a token', () => {
  const rewriting = recorded();
  rewriting.toTrace(read('{"names":["kube-api-access-b2xwz","kube-api-access-9f4qk"]}'));
  const body = '{"name":"kube-api-access-00002","other":"kube-api-access-00003"}';
  expect(rewriting.toServer(body)).toBe('{"name":"kube-api-access-9f4qk","other":"kube-api-access-00003"}');
});

test.each(bodies)('a request is sent with the real %s', (_name, trace, server) => {
  expect(recorded().toServer(trace)).toBe(server);
});
