import { readFileSync, writeFileSync } from 'node:fs';
import { readVersion } from '@managed-fields/live-cluster';
import { type AskCase, askCases } from '../../conformance/cluster/cases.ts';
import { type AskedCase, outcomeWords, playCase } from '../../conformance/cluster/play-case.ts';
import { readArguments } from '../arguments.ts';
import { reachServer, send, serverOptions } from '../record/server.ts';

const { values, words } = readArguments({
  name: 'npx tsx tools/ask-cluster/record-cases.ts',
  about:
    'Asks the cases of conformance/cluster/cases.ts of a real server for tests, which has all admission plugins\nthat are on by default, writes its answers to recorded-cases.json beside\nthem, and prints the outcomes.',
  options: serverOptions,
  words: { name: 'NAME…', about: 'the names of cases, by default all; others keep their answers' },
});
const server = await reachServer(values);
const json = { 'Content-Type': 'application/json' };
const version = readVersion((await send(server, { method: 'GET', path: '/version', query: {}, headers: {} })).body);
const release = version.kind === 'read' ? version.value.release : '';
const file = new URL('../../conformance/cluster/recorded-cases.json', import.meta.url);
const before: Readonly<Record<string, AskedCase>> = JSON.parse(readFileSync(file, 'utf8'));
const recorded: Record<string, AskedCase> = {};
for (const each of askCases) {
  const known = before[each.name];
  if (known !== undefined && words.length > 0 && !words.includes(each.name)) {
    recorded[each.name] = known;
    continue;
  }
  await begin(each);
  const replies: Record<string, Awaited<ReturnType<typeof ask>>[]> = {};
  const outcome = await playCase(each, release, async (method, address, headers, body) => {
    const reply = await ask(each, method, address, headers, body);
    const key = `${method} ${address}`;
    replies[key] = [...(replies[key] ?? []), reply];
    return reply;
  });
  recorded[each.name] = { release, replies };
  console.log(`${each.name}\n  ${outcomeWords(outcome, each).join('\n  ')}`);
  await end(each);
}
writeFileSync(file, `${JSON.stringify(recorded, null, 1)}\n`);

async function ask(
  { user }: AskCase,
  method: string,
  address: string,
  headers: Readonly<Record<string, string>>,
  body: string | undefined,
) {
  const [path = '', query = ''] = address.split('?');
  const as = user === undefined ? {} : { 'Impersonate-User': user, 'Impersonate-Group': 'system:authenticated' };
  const {
    code,
    body: text,
    warnings,
  } = await send(server, {
    method,
    path,
    query: Object.fromEntries(new URLSearchParams(query)),
    headers: { ...headers, ...as },
    ...(body === undefined ? {} : { body }),
  });
  // Of the list of documents only what names the group counts, and it is long.
  const kept = path === '/openapi/v3' ? JSON.stringify({ paths: {} }) : text;
  return { kind: 'answered', code, text: kept, warnings } as const;
}

async function begin(each: AskCase): Promise<void> {
  await end(each);
  const body = '{"apiVersion":"v1","kind":"Namespace","metadata":{"name":"ask"}}';
  await send(server, { method: 'POST', path: '/api/v1/namespaces', query: {}, headers: json, body });
  const account = '{"apiVersion":"v1","kind":"ServiceAccount","metadata":{"name":"default"}}';
  await send(server, {
    method: 'POST',
    path: '/api/v1/namespaces/ask/serviceaccounts',
    query: {},
    headers: json,
    body: account,
  });
  for (const [method, address, type, object] of each.before ?? []) {
    const [path = '', query = ''] = address.split('?');
    const { code, body } = await send(server, {
      method,
      path,
      query: Object.fromEntries(new URLSearchParams(query)),
      headers: { 'Content-Type': type },
      body: JSON.stringify(object),
    });
    if (code >= 300) throw new Error(`${each.name}: ${body}`);
  }
  // A policy is in force some moments later, and times have seconds.
  await new Promise((done) => setTimeout(done, (each.before ?? []).length > 1 ? 12_000 : 1100));
}

async function end({ before = [] }: AskCase): Promise<void> {
  const made = before.map(([method, address, , object]) => {
    const [path = ''] = address.split('?');
    const { name } = (object as { metadata: { name?: string } }).metadata;
    return method === 'POST' ? `${path}/${name}` : path;
  });
  for (const path of made.filter((each) => each !== '/api/v1/namespaces/ask')) {
    await send(server, { method: 'DELETE', path, query: {}, headers: {} });
  }
  const labels = '{"metadata":{"labels":{"pod-security.kubernetes.io/enforce":null}}}';
  const headers = { 'Content-Type': 'application/merge-patch+json' };
  await send(server, { method: 'PATCH', path: '/api/v1/namespaces/ask', query: {}, headers, body: labels });
}
