import type { Chance } from '../../../conformance/chance.ts';
import type { RandomKind } from './kind.ts';
import { asObject, type Json, make } from './makers.ts';
import { mix, type Straying, thin } from './vary.ts';
import { annotations, labels } from './words.ts';

/** A request of a scenario, as a trace holds it. */
export interface PlannedRequest {
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** The facts from which a request is planned. */
export interface Situation {
  readonly chance: Chance;
  readonly kind: RandomKind;
  /** The path of the collection, without the object's name. */
  readonly collection: string;
  readonly name: string;
  readonly namespace: string;
  /** The object that all bodies are varied from. */
  readonly base: Json;
  /** The object as it is now, as far as this engine knows; undefined while there is none. */
  readonly live: Json | undefined;
  readonly straying: Straying;
}

const agents = ['curl/8.0', 'kubectl/v1.36.3 (linux/amd64)', 'Mozilla/5.0 (X11)', 'x'] as const;

/** A request for an object without its body, its options by chance. */
export function request(at: Situation, method: string, type: string, subresource = ''): Omit<PlannedRequest, 'body'> {
  const { chance, collection, name } = at;
  const query: Record<string, string> = {};
  const headers: Record<string, string> = { 'User-Agent': chance.once(8) ? chance.pick(agents) : 'curl/8.0' };
  if (!chance.once(25))
    query['fieldManager'] = chance.pick(['alice', 'bob', 'carol', 'dave', 'alice', 'bob', 'kubectl']);
  if (chance.once(16)) query['dryRun'] = 'All';
  if (chance.once(8)) query['fieldValidation'] = chance.pick(['Strict', 'Warn', 'Ignore']);
  if (type !== '') headers['Content-Type'] = type;
  return { method, path: `${collection}/${name}${subresource}`, query, headers };
}

/** An object to send: a variant of the base, often only some of it. */
export function variant(at: Situation, share = 5): Record<string, Json> {
  const { chance, kind, base, straying } = at;
  const fresh = make(chance, kind.body) ?? {};
  const mixed = chance.once(2) ? base : mix(chance, base, fresh);
  const whole = asObject(chance.once(4) ? mixed : thin(chance, mixed, straying, share)) ?? {};
  const metadata = { ...asObject(whole['metadata']), ...metadataOf(at), name: at.name };
  return { apiVersion: kind.apiVersion, kind: kind.kind, ...whole, metadata };
}

/** Labels, annotations, finalizers and owners by chance. */
export function metadataOf({ chance }: Situation): Record<string, Json> {
  const metadata: Record<string, Json> = {};
  if (chance.once(4)) metadata['labels'] = make(chance, labels) ?? {};
  if (chance.once(6)) metadata['annotations'] = make(chance, annotations) ?? {};
  if (chance.once(20)) metadata['finalizers'] = chance.pick<Json>([['x.io/f'], ['x.io/f', 'x.io/g'], []]);
  if (chance.once(25)) {
    const owner = { apiVersion: 'v1', kind: 'ConfigMap', name: 'o', uid: '11111111-1111-1111-1111-111111111111' };
    metadata['ownerReferences'] = [
      chance.once(2) ? owner : { ...owner, controller: chance.once(2), blockOwnerDeletion: true },
    ];
  }
  return metadata;
}

/** Returns apiVersion and kind of the objects of a kind. */
export function heads(kind: RandomKind): { apiVersion: string; kind: string } {
  return { apiVersion: kind.apiVersion, kind: kind.kind };
}
