import type { Chance } from '../../../conformance/chance.ts';
import { asObject, isArray, type Json } from './makers.ts';
import { metadataOf, type PlannedRequest, request, type Situation, variant } from './request.ts';
import { jsonText } from './text.ts';
import { at, part, pointers } from './vary.ts';

/** A JSON merge patch. */
export function mergePatch(at: Situation): PlannedRequest {
  return { ...request(at, 'PATCH', 'application/merge-patch+json'), body: jsonText(patchBody(at)) };
}

function patchBody(at: Situation): Json {
  const { chance } = at;
  const body =
    asObject(part(chance, chance.once(3) && at.live !== undefined ? withoutSystem(at.live) : variant(at))) ?? {};
  const { apiVersion: _version, kind: _kind, metadata, ...rest } = body;
  const meta = metadata === undefined ? undefined : chance.once(8) ? { ...asObject(metadata) } : metadataOf(at);
  const guarded = chance.once(30) ? { ...meta, resourceVersion: chance.pick(['1', '2', '3']) } : meta;
  return guarded === undefined ? rest : { ...rest, metadata: guarded };
}

function withoutSystem(live: Json): Json {
  const { metadata: _metadata, status: _status, ...rest } = asObject(live) ?? {};
  return rest;
}

/** A strategic merge patch with directives now and then. */
export function strategicPatch(at: Situation): PlannedRequest {
  const base = request(at, 'PATCH', 'application/strategic-merge-patch+json');
  return { ...base, body: jsonText(directed(at.chance, patchBody(at))) };
}

/** Adds directives of the strategic merge patch by chance. */
function directed(chance: Chance, value: Json): Json {
  if (isArray(value)) {
    const items = value.map((item) => {
      const object = asObject(item);
      if (object === undefined || !chance.once(6)) return directed(chance, item);
      const { name, containerPort, port, mountPath, ip, key } = object;
      const keys = Object.entries({ name, containerPort, port, mountPath, ip, key }).filter(([, v]) => v !== undefined);
      return { $patch: chance.pick(['delete', 'delete', 'replace', 'merge']), ...Object.fromEntries(keys) };
    });
    return chance.once(25) ? [...items, { $patch: 'replace' }] : items;
  }
  const object = asObject(value);
  if (object === undefined) return value;
  const made: Record<string, Json> = {};
  for (const [key, inner] of Object.entries(object)) {
    made[key] = directed(chance, inner);
    if (isArray(inner) && chance.once(6)) {
      const scalars = inner.every((item) => asObject(item) === undefined);
      if (scalars && chance.once(2)) made[`$deleteFromPrimitiveList/${key}`] = inner.slice(0, 1);
      else {
        made[`$setElementOrder/${key}`] = inner
          .map((item) => {
            const entry = asObject(item);
            if (entry === undefined) return item;
            const name = ['name', 'containerPort', 'port', 'mountPath', 'ip', 'key'].find((k) => k in entry) ?? 'name';
            return { [name]: entry[name] ?? 'x' };
          })
          .reverse();
      }
    }
  }
  if (chance.once(25)) made['$patch'] = chance.pick(['replace', 'merge', 'delete']);
  if (chance.once(25)) made['$retainKeys'] = Object.keys(object);
  return made;
}

/** A JSON patch of a few operations. */
export function jsonPatch(at_: Situation): PlannedRequest {
  const { chance, live = {} } = at_;
  const fresh = variant(at_);
  const paths = pointers(live).filter(
    (path) => !path.startsWith('/metadata/managedFields') && !path.startsWith('/status'),
  );
  const from = pointers(fresh).filter((path) => path.startsWith('/spec') || chance.once(6));
  const pick = (among: readonly string[]): string =>
    among[chance.integer(Math.max(among.length, 1))] ?? '/metadata/labels';
  const operations: Json[] = [];
  for (let count = 1 + chance.integer(3); count > 0; count--) {
    const path = pick(paths);
    const target = pick(from);
    const roll = chance.integer(10);
    if (roll < 3) operations.push({ op: 'remove', path });
    else if (roll < 6) operations.push({ op: 'replace', path: target, value: at(fresh, target) ?? null });
    else if (roll < 8)
      operations.push({
        op: 'add',
        path: chance.once(4) ? target.replace(/\/\d+$/, '/-') : target,
        value: at(fresh, target) ?? null,
      });
    else if (roll === 8) operations.push({ op: 'test', path, value: at(live, path) ?? null });
    else
      operations.push({
        op: chance.pick(['copy', 'move']),
        from: path,
        path: pick(paths.filter((other) => !other.startsWith(path))),
      });
  }
  return { ...request(at_, 'PATCH', 'application/json-patch+json'), body: jsonText(operations) };
}
