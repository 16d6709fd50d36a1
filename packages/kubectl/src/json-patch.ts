import { isList, isMap, jsonTypeName, type Value, type ValueList } from '@managed-fields/merge-engine';
import { type Failure, fail } from './failure.ts';

/**
 * The operations of a JSON patch that is applied on the client; what Go says where a value is no list of them.
 * Upstream: gopkg.in/evanphx/json-patch.v4 patch.go DecodePatch.
 */
export function operationsOf(value: Value): ValueList | Failure {
  if (value === null) return [];
  const wrong = (part: Value, type: string) =>
    fail(`json: cannot unmarshal ${jsonTypeName(part)} into Go value of type jsonpatch.${type}`);
  if (!isList(value)) return wrong(value, 'Patch');
  const odd = value.find((each) => each !== null && !isMap(each));
  return odd === undefined ? value : wrong(odd, 'Operation');
}
