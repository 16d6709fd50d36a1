import type { ValueMap } from '@managed-fields/merge-engine';
import type { Strategy, Surroundings } from '../catalog/catalog.ts';
import { admitValidated } from './admission.ts';
import { type Answer, printed, refuse } from './answer.ts';
import { usualMinor } from './changes.ts';
import { requesterOf } from './request.ts';
import { badRequest, invalid } from './status.ts';
import { objectsOf } from './storage.ts';
import type { Work } from './work.ts';
import { complaintsOf, contextOf } from './write-rules.ts';

/**
 * Answers a new object that is not stored, such as a review, with what the kind makes of it.
 * Upstream: k8s.io/kubernetes pkg/registry/authorization and pkg/registry/authentication, Create.
 */
export function answerUnstored(
  work: Work,
  { dryRun }: { readonly dryRun: boolean },
  sent: ValueMap,
  answer: NonNullable<Strategy['answer']>,
): Answer {
  const { cluster, endpoint } = work;
  const object = endpoint.strategy.prepareForCreate(sent, contextOf(work));
  const errors = complaintsOf(work, endpoint.strategy.validateCreate(object));
  // The server looks for the kind where decoding has taken it out.
  if (errors.length > 0) return refuse(cluster, invalid({ ...endpoint.kindName, name: '' }, '', errors));
  const answered = answer(object, surroundingsOf(work));
  if (answered.kind === 'bad-request') return refuse(cluster, badRequest(answered.message));
  const passed = admitValidated(work, { operation: 'CREATE', object, old: undefined, dryRun });
  if (passed.kind === 'refused') return refuse(cluster, passed);
  const decoded = endpoint.version.decode(answered.object, 'json');
  const shown = printed(endpoint, decoded.kind === 'decoded' ? decoded.object : answered.object);
  return shown.kind === 'refused' ? refuse(cluster, shown) : { cluster: passed.cluster, code: 201, body: shown.body };
}

/** What stands around a request, for kinds that look at more than its object. */
export function surroundingsOf({ cluster, request, now }: Work): Surroundings {
  const minor = cluster.builtin.minor ?? usualMinor;
  return { now, user: requesterOf(request), minor, objects: (...place) => objectsOf(cluster, ...place) };
}
