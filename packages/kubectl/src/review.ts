import type { Value, ValueMap } from '@managed-fields/merge-engine';
import { create, type Fetched } from './client.ts';
import { fail } from './failure.ts';
import type { Session } from './session.ts';

/** Asks the server a question that it answers and does not store. */
export function review(
  session: Session,
  apiVersion: string,
  kind: string,
  spec: ValueMap | undefined,
  status: ValueMap,
): Fetched {
  const version = session.catalog.findKind(apiVersion, kind);
  if (version === undefined) return fail('the server could not find the requested resource');
  const body = new Map<string, Value>([
    ['apiVersion', apiVersion],
    ['kind', kind],
    ['metadata', new Map()],
    ...(spec === undefined ? [] : ([['spec', spec]] as const)),
    ['status', status],
  ]);
  return create(session, { version, namespace: '' }, body, { protobuf: true });
}
