import { emptyObject, metadataText, withMetadata } from '@managed-fields/merge-engine';
import { type Answer, answerWritten, refuse } from './answer.ts';
import { catalogOf } from './cluster.ts';
import { expectedNamespace } from './endpoint.ts';
import { changeObject, checkName } from './object-change.ts';
import { managerOrUserAgent, writeOptions } from './options.ts';
import { dedupOwnerReferences } from './owner-references.ts';
import type { ApiRequest } from './request.ts';
import { readSentObject } from './sent-object.ts';
import { storeNew } from './store.ts';
import { recordedChange } from './view-change.ts';
import type { Work } from './work.ts';
import { inNamespace } from './write-rules.ts';

/** Answers a POST to a collection. Upstream: apiserver pkg/endpoints/handlers/create.go createHandler. */
export function create(work: Work, request: ApiRequest): Answer {
  const { cluster, endpoint, now } = work;
  const options = writeOptions('CreateOptions', request.query, cluster.builtin);
  if (options.kind === 'refused') return refuse(cluster, options);
  const sent = readSentObject(catalogOf(cluster), endpoint.view, request, options.fieldValidation, work.warn);
  if (sent.kind === 'refused') return refuse(cluster, sent);
  let wiped = sent.object;
  for (const key of ['creationTimestamp', 'uid', 'deletionTimestamp', 'deletionGracePeriodSeconds', 'selfLink']) {
    wiped = withMetadata(wiped, key, undefined);
  }
  const placed = inNamespace(wiped, expectedNamespace(endpoint));
  if (placed.kind === 'refused') return refuse(cluster, placed);
  const single = dedupOwnerReferences(placed.object, false);
  single.warnings.forEach(work.warn);

  const manager = managerOrUserAgent(options.fieldManager, request.userAgent ?? '');
  const live = emptyObject(endpoint.version);
  const recorded = recordedChange(endpoint, live, single.object, sent.entries, manager, now);
  const written = storeNew(work, recorded.object, options.dryRun);
  if (written.kind === 'refused') return refuse(cluster, written);
  return answerWritten(endpoint, written, { operation: 'Update', manager, merge: recorded.trace });
}

/** Answers a PUT. Upstream: apiserver pkg/endpoints/handlers/update.go UpdateResource. */
export function replace(work: Work, request: ApiRequest): Answer {
  const { cluster, endpoint, now } = work;
  const options = writeOptions('UpdateOptions', request.query, cluster.builtin);
  if (options.kind === 'refused') return refuse(cluster, options);
  const sent = readSentObject(catalogOf(cluster), endpoint.view, request, options.fieldValidation, work.warn);
  if (sent.kind === 'refused') return refuse(cluster, sent);
  const placed = inNamespace(sent.object, expectedNamespace(endpoint));
  if (placed.kind === 'refused') return refuse(cluster, placed);
  const misnamed = checkName(endpoint, placed.object);
  if (misnamed !== undefined) return refuse(cluster, misnamed);
  const single = dedupOwnerReferences(placed.object, false);
  single.warnings.forEach(work.warn);

  const manager = managerOrUserAgent(options.fieldManager, request.userAgent ?? '');
  const rules = { dryRun: options.dryRun, mayCreate: false, uid: metadataText(single.object, 'uid') };
  return changeObject(work, rules, { operation: 'Update', manager }, (live) =>
    recordedChange(endpoint, live, single.object, sent.entries, manager, now),
  );
}
