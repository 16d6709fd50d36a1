import { notRegistered } from '@managed-fields/api-server';
import {
  applyJsonPatch,
  applyMergePatch,
  applyStrategicPatch,
  isList,
  isMap,
  parseJson,
  textAt,
  type ValueMap,
} from '@managed-fields/merge-engine';
import { type Failure, fail, isFailure } from './failure.ts';
import type { Flag, Flags } from './flags.ts';
import { operationsOf } from './json-patch.ts';
import type { Session } from './session.ts';

/** `--overrides` and `--override-type`. */
export const overrideFlags: readonly Flag[] = [
  { name: 'overrides', type: 'string', default: '' },
  { name: 'override-type', type: 'string', default: 'merge' },
];

/** What Go says of a list where an object has to be, which a list that is merged becomes. */
const noObject = String.raw`couldn't get version/kind; json parse error: json: cannot unmarshal array into Go value of type struct { APIVersion string "json:\"apiVersion,omitempty\""; Kind string "json:\"kind,omitempty\"" }`;

/** Changes a generated object as `--overrides` says. Upstream: k8s.io/kubectl pkg/cmd/util/override_options.go Apply. */
export function overridden(session: Session, flags: Flags, object: ValueMap): ValueMap | Failure {
  if (flags.text('overrides') === '') return object;
  const changed = changedBy(session, flags, object);
  if (isFailure(changed)) return changed;
  const [apiVersion, kind] = [textAt(changed, 'apiVersion'), textAt(changed, 'kind')];
  const version = session.catalog.findKind(apiVersion, kind);
  if (version === undefined) return fail(notRegistered(session.catalog, apiVersion, kind));
  const decoded = version.decode(changed, 'client');
  return decoded.kind === 'error' ? fail(decoded.message) : changed;
}

function changedBy(session: Session, flags: Flags, object: ValueMap): ValueMap | Failure {
  const written = flags.text('overrides');
  const type = flags.text('override-type');
  if (!['', 'json', 'merge', 'strategic'].includes(type)) return fail(`invalid override type: ${type}`);
  const parsed = parseJson(written);
  if (parsed.kind === 'error') {
    const messages = new Map([
      ['json', parsed.message],
      ['strategic', 'invalid JSON document'],
    ]);
    return fail(messages.get(type) ?? 'Invalid JSON Patch');
  }
  const patch = parsed.value;
  if (type === 'json') {
    const operations = operationsOf(session, patch);
    if (isFailure(operations)) return operations;
    const patched = applyJsonPatch(object, operations);
    if (patched.kind !== 'patched') return fail(patched.message);
    return isMap(patched.value) ? patched.value : object;
  }
  if (type === 'strategic') {
    if (patch === null) return object;
    if (!isMap(patch)) return fail('invalid JSON document');
    const version = session.catalog.findKind(String(object.get('apiVersion')), String(object.get('kind')));
    if (version?.patchType === undefined) return object;
    const merged = applyStrategicPatch(object, patch, version.patchType);
    return merged.kind === 'error' ? fail(merged.message) : merged.object;
  }
  if (isList(patch)) return fail(noObject);
  if (!isMap(patch)) return fail('Invalid JSON Patch');
  const merged = applyMergePatch(object, patch);
  if (merged.kind === 'bad-patch') return fail(merged.message);
  return isMap(merged.value) ? merged.value : object;
}
