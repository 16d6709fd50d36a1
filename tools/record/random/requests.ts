import { asObject, type Json, make } from './makers.ts';
import { resetOwners } from './owners.ts';
import { jsonPatch, mergePatch, strategicPatch } from './patches.ts';
import { heads, metadataOf, type PlannedRequest, request, type Situation, variant } from './request.ts';
import { podSubresource, remove, scale, status } from './subresources.ts';
import { jsonText, yamlText } from './text.ts';
import { mix, part, thin } from './vary.ts';

/** Plans one request that makes sense in a situation. */
export function planRequest(at: Situation): PlannedRequest {
  const { chance, live, kind } = at;
  if (live === undefined) return chance.once(4) ? create(at) : apply(at);
  const roll = chance.integer(100);
  if (roll < 46) return apply(at);
  if (roll < 56) return mergePatch(at);
  if (roll < 66) return strategicPatch(at);
  if (roll < 73) return jsonPatch(at);
  if (roll < 81) return replace(at);
  if (roll < 84) return { ...request(at, 'GET', ''), query: {} };
  if (roll < 87) return resetOwners(at);
  if (roll < 92 && kind.status !== undefined) return status(at);
  if (roll < 94 && kind.scale === true) return scale(at);
  if (roll < 95) return remove(at);
  if (roll < 97 && kind.kind === 'Pod') return podSubresource(at);
  if (roll < 98) return create(at);
  return apply(at);
}

function apply(at: Situation): PlannedRequest {
  const { chance, kind, name, live } = at;
  const base = request(at, 'PATCH', 'application/apply-patch+yaml');
  const query: Record<string, string> = { ...base.query };
  if (chance.once(3)) query['force'] = chance.once(8) ? 'false' : 'true';
  const named = { apiVersion: kind.apiVersion, kind: kind.kind, metadata: { name } };
  const roll = live === undefined ? 9 : chance.integer(10);
  const body: Json =
    roll === 0
      ? named
      : roll < 3
        ? { ...named, ...asObject(part(chance, variant(at))), metadata: { ...metadataOf(at), name }, ...heads(kind) }
        : variant(at, roll < 6 ? 3 : 6);
  const sent = kind.other !== undefined && chance.once(4) ? otherVersion(at, base.path) : { path: base.path, body };
  return { ...base, path: sent.path, query, body: chance.once(3) ? yamlText(chance, sent.body) : jsonText(sent.body) };
}

function otherVersion(at: Situation, path: string): { path: string; body: Json } {
  const { chance, kind, name } = at;
  const apiVersion = kind.other?.apiVersion ?? kind.apiVersion;
  const body = asObject(make(chance, kind.other?.body ?? kind.body)) ?? {};
  return {
    path: path.replace(kind.apiVersion, apiVersion),
    body: { apiVersion, kind: kind.kind, metadata: { ...metadataOf(at), name }, ...body },
  };
}

function create(at: Situation): PlannedRequest {
  const { chance } = at;
  const base = request(at, 'POST', chance.once(6) ? 'application/yaml' : 'application/json');
  const body = variant(at);
  const yaml = base.headers['Content-Type'] === 'application/yaml';
  return { ...base, path: at.collection, body: yaml ? yamlText(chance, body) : jsonText(body) };
}

function replace(at: Situation): PlannedRequest {
  const { chance, live } = at;
  const body = chance.once(4) ? variant(at) : edited(at, live ?? {});
  return { ...request(at, 'PUT', 'application/json'), body: jsonText(body) };
}

/** The live object with its own metadata, its spec of chance. */
function edited(at: Situation, live: Json): Json {
  const { chance } = at;
  const object = asObject(live) ?? {};
  const metadata: Record<string, Json> = { ...asObject(object['metadata']), ...metadataOf(at) };
  if (chance.once(6)) delete metadata['managedFields'];
  if (chance.once(6)) delete metadata['resourceVersion'];
  const { apiVersion: _v, kind: _k, metadata: _m, ...rest } = object;
  const { apiVersion: _v2, kind: _k2, metadata: _m2, ...other } = variant(at);
  const content = chance.once(3) ? thin(chance, rest, at.straying, 8) : mix(chance, rest, other);
  return { ...asObject(content), ...heads(at.kind), metadata };
}
