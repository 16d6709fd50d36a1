import type { PredictedDryRun } from '@managed-fields/player';
import { expect, test } from 'vitest';
import type { ClusterRequest } from '../request.ts';
import { askDryRun } from './ask.ts';
import type { Reply } from './asking.ts';
import type { AskOutcome } from './outcome.ts';

const stored = (version: string, generation = 1) =>
  JSON.stringify({
    apiVersion: 'bread.example/v1',
    kind: 'Oven',
    metadata: { name: 'big', namespace: 'a', uid: `uid-${version}`, resourceVersion: version, generation },
  });

const predicted: PredictedDryRun & { readonly needs: Record<'object' | 'definition' | 'namespace', undefined> } = {
  request: {
    method: 'PATCH',
    path: '/apis/bread.example/v1/namespaces/a/ovens/big',
    query: [['fieldManager', 'helm']],
    contentType: 'application/apply-patch+yaml',
    body: '{}',
  },
  object: {
    path: '/apis/bread.example/v1/namespaces/a/ovens/big',
    apiVersion: 'bread.example/v1',
    kind: 'Oven',
    namespace: 'a',
    name: 'big',
    builtin: false,
  },
  managerOfAgent: undefined,
  before: stored('1'),
  code: 200,
  body: stored('1', 2),
  warnings: [],
  needs: { object: undefined, definition: undefined, namespace: undefined },
};

const documents =
  '{"paths":{"apis/bread.example/v1":{"serverRelativeURL":"/openapi/v3/apis/bread.example/v1?hash=A"}}}';
const document = (dryRun: boolean) =>
  JSON.stringify({
    paths: {
      '/apis/bread.example/v1/namespaces/{namespace}/ovens/{name}': {
        patch: { parameters: dryRun ? [{ name: 'dryRun', in: 'query' }] : [] },
      },
    },
  });
const status = (code: number, message: string, more: object = {}) =>
  reply(
    code,
    JSON.stringify({ kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure', message, code, ...more }),
  );

function reply(code: number, text: string, warnings: readonly string[] = []): Reply {
  return { kind: 'answered', code, text, warnings };
}

interface Server {
  readonly dryRun?: boolean;
  /** The object at each GET; the last one from then on. */
  readonly gets?: readonly Reply[];
  readonly answer?: Reply;
  /** The mutating webhooks that are called for the request, where admission is played. */
  readonly called?: readonly string[];
}

/** Asks a server of this kind; returns the outcome, and what was sent. */
async function ask(server: Server) {
  const { dryRun = true, gets = [reply(200, stored('70'))], answer = reply(200, stored('70', 2)), called } = server;
  const sent: ClusterRequest[] = [];
  let read = 0;
  const outcome = await askDryRun(predicted, {
    async send(request) {
      sent.push(request);
      if (request.kind === 'dry-run') return answer;
      if (request.kind !== 'read') return reply(500, '');
      if (request.path === '/openapi/v3') return reply(200, documents);
      if (request.path.startsWith('/openapi/')) return reply(200, document(dryRun));
      return gets[Math.min(read++, gets.length - 1)] ?? reply(404, '');
    },
    difference: async (left, right) => {
      if (right.startsWith('<')) return undefined;
      const [old, next] = [left, right].map((text) => JSON.parse(text).spec?.heat);
      const view = { before: undefined, after: undefined, lines: [], moves: [], otherOrder: false };
      return { ...view, values: old === next ? [] : [{ path: '.spec.heat', before: old, after: next }] };
    },
    admitted: async () =>
      called && { code: 200, body: stored('70', 2), warnings: [], changes: [], refusedBy: undefined, webhooks: called },
    documents: new Map(),
    scenario: 'v1.36',
    cluster: 'v1.34.4',
  });
  return { outcome, sent: sent.map(({ kind }) => kind) };
}

const wordOf = (outcome: AskOutcome) => (outcome.kind === 'not-comparable' ? outcome.why.code : outcome.kind);
const heated = stored('70', 2).replace('}}', '},"spec":{"heat":"9"}}');

test.each<readonly [name: string, server: Server, is: string, dryRuns: number]>([
  ['the same, though uid, version and generation are the server’s own', {}, 'same', 1],
  ['a generation that rises otherwise', { answer: reply(200, stored('70', 1)) }, 'differs', 1],
  ['a field more', { answer: reply(200, heated) }, 'differs', 1],
  ['a warning', { answer: reply(200, stored('70', 2), ['careful']) }, 'differs', 1],
  [
    'a field more, and the object was written meanwhile',
    { answer: reply(200, heated), gets: [reply(200, stored('70')), reply(200, stored('71'))] },
    'meanwhile',
    1,
  ],
  ['a server that does not know dry runs', { dryRun: false }, 'dry-run-unknown', 0],
  [
    'an object that is not there',
    { gets: [status(404, 'ovens "big" not found', { details: { name: 'big' } })] },
    'missing',
    0,
  ],
  ['a kind that is not there', { gets: [reply(404, '404 page not found')] }, 'no-kind', 0],
  ['a server that fails', { gets: [status(503, 'later')] }, 'server', 0],
  ['an answer that cannot be read', { answer: reply(200, '<html>') }, 'unread', 1],
  ['an answer that is too large', { answer: { kind: 'too-large', bytes: 9 } }, 'too-large', 1],
  ['no answer', { answer: { kind: 'unreached', message: 'cut' } }, 'unreached', 1],
  [
    'a webhook with side effects',
    { answer: status(400, 'admission webhook "a.b" does not support dry run') },
    'webhook',
    1,
  ],
  [
    'a write in between, which the server noticed itself',
    {
      answer: status(
        409,
        'Operation cannot be fulfilled on ovens.bread.example "big": the object has been modified; please apply your changes to the latest version and try again',
        { reason: 'Conflict' },
      ),
    },
    'moved',
    1,
  ],
  [
    'a conflict of owners',
    { answer: status(409, 'Apply failed with 1 conflict', { reason: 'Conflict' }) },
    'differs',
    1,
  ],
  [
    'a user who may not create',
    {
      answer: status(403, 'ovens.bread.example is forbidden: User "u" cannot create resource "ovens"', {
        reason: 'Forbidden',
      }),
    },
    'forbidden',
    1,
  ],
  ['a webhook that refuses', { answer: status(403, 'admission webhook "a.b" denied the request: no') }, 'differs', 1],
])('%s', async (_, server, is, dryRuns) => {
  const { outcome, sent } = await ask(server);
  expect(wordOf(outcome)).toBe(is);
  expect(sent.filter((kind) => kind === 'dry-run').length).toBe(dryRuns);
});

test('a difference says what may explain it', async () => {
  const { outcome } = await ask({ answer: reply(200, heated) });
  expect(outcome.kind === 'differs' && outcome.rows).toEqual([
    {
      part: 'field',
      path: '.spec.heat',
      predicted: undefined,
      answered: '9',
      explanations: [{ code: 'mutated' }, { code: 'other-version', scenario: 'v1.36', cluster: 'v1.34.4' }],
    },
  ]);
});

test('of a field that nothing explains, the webhooks that are called for the request are named, and no others', async () => {
  const webhooksOf = async (called: readonly string[]) => {
    const { outcome } = await ask({ answer: reply(200, heated), called });
    return outcome.kind === 'differs' ? outcome.webhooks : undefined;
  };
  expect(await webhooksOf(['heat.example.com'])).toEqual(['heat.example.com']);
  expect(await webhooksOf([])).toEqual([]);
  const { sent } = await ask({ answer: reply(200, heated), called: [] });
  const asked = await ask({ answer: reply(200, heated) });
  // Where it is not known which ones are called, the names of all are read.
  expect(asked.sent.length).toBe(sent.length + 1);
});

test('a missing rule has the verb that the server names', async () => {
  const message = 'ovens.bread.example "big" is forbidden: User "u" cannot create resource "ovens" in API group';
  const { outcome } = await ask({ answer: status(403, message, { reason: 'Forbidden' }) });
  const rule = { verb: 'create', group: 'bread.example', resource: 'ovens', namespace: 'a' };
  expect(outcome).toMatchObject({ why: { code: 'forbidden', rule } });
});
