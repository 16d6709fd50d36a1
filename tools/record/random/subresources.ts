import { ephemeralContainer } from './container.ts';
import { asObject, make } from './makers.ts';
import { heads, metadataOf, type PlannedRequest, request, type Situation } from './request.ts';
import { jsonText } from './text.ts';
import { thin } from './vary.ts';
import { resizing } from './workload-kinds.ts';

/** A write of the status. */
export function status(at: Situation): PlannedRequest {
  const { chance, kind, name, live } = at;
  const sent = thin(chance, make(chance, kind.status ?? {}) ?? {}, at.straying, 8);
  const also = chance.once(5) ? { ...asObject(at.base) } : {};
  switch (chance.integer(4)) {
    case 0:
    case 1: {
      const base = request(at, 'PATCH', 'application/apply-patch+yaml', '/status');
      const query = { ...base.query, ...(chance.once(2) ? { force: 'true' } : {}) };
      return {
        ...base,
        query,
        body: jsonText({ ...heads(kind), metadata: { ...metadataOf(at), name }, ...also, status: sent }),
      };
    }
    case 2: {
      const type = chance.pick(['application/merge-patch+json', 'application/strategic-merge-patch+json']);
      return { ...request(at, 'PATCH', type, '/status'), body: jsonText({ ...also, status: sent }) };
    }
    default:
      return {
        ...request(at, 'PUT', 'application/json', '/status'),
        body: jsonText({ ...asObject(live), status: sent }),
      };
  }
}

/** A request for the scale. */
export function scale(at: Situation): PlannedRequest {
  const { chance, name, namespace } = at;
  const replicas = chance.integer(6);
  const object = { apiVersion: 'autoscaling/v1', kind: 'Scale', metadata: { name, namespace }, spec: { replicas } };
  switch (chance.integer(5)) {
    case 0:
      return { ...request(at, 'PUT', 'application/json', '/scale'), body: jsonText(object) };
    case 1: {
      const base = request(at, 'PATCH', 'application/apply-patch+yaml', '/scale');
      return {
        ...base,
        query: { ...base.query, ...(chance.once(2) ? { force: 'true' } : {}) },
        body: jsonText(object),
      };
    }
    case 2:
      return { ...request(at, 'GET', '', '/scale'), query: {} };
    case 3:
      return {
        ...request(at, 'PATCH', 'application/json-patch+json', '/scale'),
        body: jsonText([{ op: 'replace', path: '/spec/replicas', value: replicas }]),
      };
    default:
      return {
        ...request(at, 'PATCH', 'application/merge-patch+json', '/scale'),
        body: jsonText({ spec: { replicas } }),
      };
  }
}

/** A deletion. */
export function remove(at: Situation): PlannedRequest {
  const { chance, kind } = at;
  const base = request(at, 'DELETE', '');
  const { fieldManager: _manager, fieldValidation: _validation, ...query } = base.query;
  if (kind.kind === 'Pod') return { ...base, query: { ...query, gracePeriodSeconds: '0' } };
  const options = {
    kind: 'DeleteOptions',
    apiVersion: 'v1',
    propagationPolicy: chance.pick(['Background', 'Foreground', 'Orphan']),
  };
  if (chance.once(3))
    return {
      ...base,
      query,
      headers: { ...base.headers, 'Content-Type': 'application/json' },
      body: jsonText(options),
    };
  return { ...base, query };
}

/** A resize, or a container for debugging. */
export function podSubresource(at: Situation): PlannedRequest {
  const { chance } = at;
  const type = chance.pick(['application/merge-patch+json', 'application/strategic-merge-patch+json']);
  if (chance.once(2)) return { ...request(at, 'PATCH', type, '/resize'), body: jsonText(make(chance, resizing) ?? {}) };
  const container = make(chance, ephemeralContainer) ?? {};
  const body = { spec: { ephemeralContainers: [container] } };
  return {
    ...request(at, 'PATCH', 'application/strategic-merge-patch+json', '/ephemeralcontainers'),
    body: jsonText(body),
  };
}
