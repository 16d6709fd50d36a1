import { isList, isMap, jsonTypeName, type Value, type ValueList } from '@managed-fields/merge-engine';
import { hasChange } from './changes.ts';
import { type Failure, fail } from './failure.ts';
import type { Session } from './session.ts';

/**
 * The operations of a JSON patch that is applied on the client; what Go says where a value is no list of them.
 * Upstream: gopkg.in/evanphx/json-patch.v4 patch.go DecodePatch.
 */
export function operationsOf({ host }: Session, value: Value): ValueList | Failure {
  if (value === null) return [];
  const wrong = (part: Value, into: string) => fail(`json: cannot unmarshal ${jsonTypeName(part)} into ${into}`);
  if (!isList(value)) return wrong(value, 'Go value of type jsonpatch.Patch');
  const at = value.findIndex((each) => each !== null && !isMap(each));
  const place = hasChange('operationPlaced', host.release) ? `Patch.${at}` : 'Go value';
  return at < 0 ? value : wrong(value[at] ?? null, `${place} of type jsonpatch.Operation`);
}
