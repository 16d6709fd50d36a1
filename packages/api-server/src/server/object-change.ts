import { metadataText, type ValueMap } from '@managed-fields/merge-engine';
import { admitChanges, dedupAfterAdmission } from './admission.ts';
import { type Answer, answerWritten, refuse, type TraceFacts, traceOf } from './answer.ts';
import type { Endpoint } from './endpoint.ts';
import { changedByScale, scaleToChange } from './scale.ts';
import { badRequest, type Refusal } from './status.ts';
import { type Existing, readExisting, storeChanged, type UpdateRules } from './store.ts';
import type { PatchConflict, ViewChange } from './view-change.ts';
import type { Work } from './work.ts';

/** Changes a view of an object: the object itself, or its Scale. Where `exists` is false, `live` is an empty object. */
export type ChangeView = (live: ValueMap, exists: boolean) => ViewChange | PatchConflict | Refusal;

/**
 * Reads an object, changes a view of it, writes it and answers.
 * Upstream: apiserver pkg/endpoints/handlers/patch.go patchResource, update.go UpdateResource.
 */
export function changeObject(work: Work, rules: UpdateRules, facts: TraceFacts, change: ChangeView): Answer {
  const { cluster, endpoint } = work;
  const existing = readExisting(work, rules);
  if (existing.kind === 'refused') return refuse(cluster, existing, traceOf(endpoint, facts, undefined, undefined));
  const before = existing.stored && existing.object;
  const changed = changeExisting(work, rules, existing, change);
  if (changed.kind === 'conflict') {
    const { refusal, conflicts, trace: merge } = changed;
    return refuse(cluster, refusal, traceOf(endpoint, { ...facts, merge, conflicts }, before, undefined));
  }
  if (changed.kind === 'refused') return refuse(cluster, changed, traceOf(endpoint, facts, before, undefined));
  const written = storeChanged(work, rules, existing, changed.object);
  const { admission } = changed;
  if (written.kind === 'refused') {
    return refuse(written.cluster ?? cluster, written, traceOf(endpoint, { ...facts, admission }, before, undefined));
  }
  return answerWritten(endpoint, written, { ...facts, merge: changed.trace, admission });
}

/** Changes the view that the endpoint has of an object, and returns the changed object. */
function changeExisting(
  work: Work,
  rules: UpdateRules,
  { object, stored }: Existing,
  change: ChangeView,
): ViewChange | PatchConflict | Refusal {
  const { endpoint } = work;
  const exists = stored !== undefined;
  if (endpoint.subresource?.kind !== 'scale') return admitted(work, rules, object, exists, change(object, exists));
  const scale = scaleToChange(endpoint, object);
  if (scale.kind === 'refused') return scale;
  const changed = admitted(work, rules, scale.object, exists, change(scale.object, exists));
  return changed.kind === 'object' ? changedByScale(endpoint, object, changed) : changed;
}

/** Asks admission about a changed view. Upstream: patch.go applyAdmission, update.go UpdateResource. */
function admitted(
  work: Work,
  { dryRun }: UpdateRules,
  live: ValueMap,
  exists: boolean,
  changed: ViewChange | PatchConflict | Refusal,
): ViewChange | PatchConflict | Refusal {
  if (changed.kind !== 'object') return changed;
  const operation = exists ? 'UPDATE' : 'CREATE';
  const answer = admitChanges(work, { operation, object: changed.object, old: exists ? live : undefined, dryRun });
  if (answer.kind === 'refused') return answer;
  return { ...changed, object: dedupAfterAdmission(work, answer.object), admission: answer.steps };
}

/**
 * Checks that the name of a patched or replaced object is that of its path; `inNamespace` has checked the namespace.
 * Upstream: apiserver pkg/endpoints/handlers/rest.go checkName.
 */
export function checkName(endpoint: Endpoint, object: ValueMap): Refusal | undefined {
  const { name } = endpoint.route;
  const named = metadataText(object, 'name');
  if (named === '') {
    return badRequest(`the name of the object (${name} based on URL) was undeterminable: name must be provided`);
  }
  if (named !== name) {
    return badRequest(`the name of the object (${named}) does not match the name on the URL (${name})`);
  }
  return undefined;
}

/** Words the conflict over an object that has a uid but does not exist. */
export function uidWithoutObject(uid: string): string {
  return `uid mismatch: the provided object specified uid ${uid}, and no existing object was found`;
}
