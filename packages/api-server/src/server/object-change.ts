import { metadataText, type ValueMap } from '@managed-fields/merge-engine';
import { need } from '../parts/part.ts';
import { type Answer, answerWritten, refuse, type TraceFacts, traceOf } from './answer.ts';
import type { Accepted } from './create-rules.ts';
import type { Endpoint } from './endpoint.ts';
import { scales } from './parts.ts';
import type { PatchConflict } from './patch-input.ts';
import { badRequest, type Refusal } from './status.ts';
import { storeChanged, type UpdateRules } from './store.ts';
import type { ViewChange } from './view-update.ts';
import type { Work } from './work.ts';

/** A change of one view of an object: the object itself, or its Scale. Without a uid the object is absent. */
export type ChangeView = (live: ValueMap, exists: boolean) => ViewChange | PatchConflict | Refusal;

/**
 * Changes an object through one of its views, and answers. Upstream: apiserver pkg/endpoints/handlers/patch.go
 * patchResource, update.go UpdateResource.
 */
export function changeObject(work: Work, rules: UpdateRules, facts: TraceFacts, change: ChangeView): Answer {
  const { cluster, endpoint } = work;
  let merge = facts.merge;
  let met: PatchConflict | undefined;
  let seen: ValueMap | undefined;
  const written = storeChanged(work, rules, (existing, exists): Accepted | Refusal => {
    seen = exists ? existing : undefined;
    const changed =
      endpoint.subresource?.kind === 'scale'
        ? need(scales).changeThroughScale(endpoint, existing, (scale) => change(scale, exists))
        : change(existing, exists);
    if (changed.kind === 'conflict') {
      met = changed;
      return changed.refusal;
    }
    if (changed.kind === 'object') merge = changed.trace;
    return changed;
  });
  if (written.kind !== 'refused') return answerWritten(endpoint, written, { ...facts, merge });
  const conflicts = met?.conflicts ?? [];
  return refuse(cluster, written, traceOf(endpoint, { ...facts, merge: met?.trace, conflicts }, seen, undefined));
}

/**
 * Holds the name of a patched or replaced object against its path. Upstream: apiserver pkg/endpoints/handlers/rest.go
 * checkName.
 */
export function checkName(endpoint: Endpoint, object: ValueMap): Refusal | undefined {
  const { name, namespace } = endpoint.route;
  const named = metadataText(object, 'name');
  if (named === '') {
    return badRequest(`the name of the object (${name} based on URL) was undeterminable: name must be provided`);
  }
  if (named !== name) {
    return badRequest(`the name of the object (${named}) does not match the name on the URL (${name})`);
  }
  const placed = metadataText(object, 'namespace');
  if (namespace !== '' && placed !== '' && placed !== namespace) {
    const words = `the namespace of the object (${placed}) does not match the namespace on the request (${namespace})`;
    return badRequest(words);
  }
  return undefined;
}

/** An object that its sender believes to be there. */
export function uidWithoutObject(uid: string): string {
  return `uid mismatch: the provided object specified uid ${uid}, and no existing object was found`;
}
