import type { ApiResponse, ResourceVersion } from '@managed-fields/api-server';
import { isMap, type ValueMap, valueFromPlain } from '@managed-fields/merge-engine';
import { expect, it } from 'vitest';
import type { Applying } from './apply-client.ts';
import { applyServerSide } from './apply-server.ts';
import type { Session } from './session.ts';

function mapFrom(plain: object): ValueMap {
  const value = valueFromPlain(plain);
  if (!isMap(value)) throw new Error('no map');
  return value;
}

/** An object of which client-side apply owns the annotation, so that its fields are to change owners. */
const owned = mapFrom({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: {
    name: 'cm',
    namespace: 'ns',
    resourceVersion: '7',
    managedFields: [
      {
        manager: 'kubectl-client-side-apply',
        operation: 'Update',
        apiVersion: 'v1',
        fieldsType: 'FieldsV1',
        fieldsV1: { 'f:metadata': { 'f:annotations': { 'f:kubectl.kubernetes.io/last-applied-configuration': {} } } },
      },
    ],
  },
});

const answer = (code: number, body: ValueMap): ApiResponse => ({ code, body, warnings: [] });
const ok = answer(200, owned);
const refusal = (code: number, reason: string, message: string) =>
  answer(code, mapFrom({ kind: 'Status', reason, message }));
const conflict = refusal(409, 'Conflict', 'changed');

/** Applies to a server that gives these answers in a row; what is sent, what is said, and how it ends. */
function applied(...answers: readonly ApiResponse[]) {
  const rest = [...answers];
  const sent: string[] = [];
  const said: string[] = [];
  const session = {
    host: { release: 'v1.36.3' },
    catalog: {},
    send(request: { method: string; contentType?: string }) {
      sent.push(`${request.method} ${(request.contentType ?? '').replace(/^application\//, '')}`.trim());
      const next = rest.shift();
      if (next === undefined) throw new Error('no more answers');
      return next;
    },
    err: (text: string) => void said.push(text),
  } as unknown as Session;
  const applying: Applying = {
    session,
    dryRun: 'none',
    write: { fieldManager: 'kubectl' },
    manager: 'kubectl',
    forceConflicts: false,
    overwrite: true,
    force: false,
    cascade: 'Background',
    gracePeriod: -1n,
    visited: () => undefined,
  };
  const version = {
    resource: { group: '', plural: 'configmaps', kind: 'ConfigMap', namespaced: true },
    version: 'v1',
    apiVersion: 'v1',
  } as unknown as ResourceVersion;
  const done = applyServerSide(applying, { version, namespace: 'ns', name: 'cm', source: 'f', object: owned }, '');
  return { sent, said: said.join(''), end: done.kind === 'failure' ? done.message : done.operation };
}

const again = 'This is non-fatal and will be retried next time you apply. Error:';

/** Upstream: k8s.io/kubectl pkg/cmd/apply/apply.go applyOneObject, migrateToSSAIfNecessary. */
it('warns where the server refuses the migration', () => {
  const { sent, said, end } = applied(ok, refusal(422, 'Invalid', 'never'));
  expect(sent).toEqual(['PATCH apply-patch+yaml', 'PATCH json-patch+json']);
  expect(said).toBe(`Warning: server rejected managed fields migration to Server-Side Apply. ${again} never\n`);
  expect(end).toBe('serverside-applied');
});

it('reads the object and tries again after a conflict, five times in all', () => {
  const { sent, said } = applied(ok, ...Array(5).fill([conflict, ok]).flat());
  expect(sent).toEqual(['PATCH apply-patch+yaml', ...Array(5).fill(['PATCH json-patch+json', 'GET']).flat()]);
  expect(said).toBe(`Warning: server rejected managed fields migration to Server-Side Apply. ${again} changed\n`);
});

it('applies once more after a migration, and warns where that fails', () => {
  const { sent, said } = applied(ok, conflict, ok, ok, refusal(500, 'InternalError', 'down'));
  expect(sent.slice(-2)).toEqual(['PATCH json-patch+json', 'PATCH apply-patch+yaml']);
  expect(said).toBe(
    `Warning: failed to re-apply configuration after performing Server-Side Apply migration. ${again} down\n`,
  );
});

it.each([
  ['UnsupportedMediaType', 'Server-side apply not available on the server: (no)'],
  ['Forbidden', 'no'],
  ['Conflict', expect.stringMatching(/^no\nPlease review the fields above/)],
])('a refusal for %s ends in %s', (reason, end) => {
  expect(applied(refusal(400, reason, 'no')).end).toEqual(end);
});
