import { type CelValue, isCelList, isCelMap, kindOf, type Opaque, type Optional } from '../value/cel-value.ts';
import { charactersIn } from '../value/characters.ts';

/**
 * Returns the size of a value: characters of a text, bytes, items or entries, and 1 of anything else. That of an optional
 * is the size of its value where `unwraps`.
 * Upstream: github.com/google/cel-go interpreter/runtimecost.go actualSize, k8s.io/apiserver pkg/cel/library/cost.go
 * actualSize, pkg/cel/ip.go, cidr.go.
 */
export function sizeOf(value: CelValue, unwraps: boolean): number {
  if (typeof value === 'string') return charactersIn(value);
  if (isCelList(value)) return value.items.length;
  if (isCelMap(value)) return value.size;
  switch (kindOf(value)) {
    case 'bytes':
      return (value as Extract<CelValue, { kind: 'bytes' }>).bytes.length;
    case 'opaque':
      return (value as Opaque).size ?? 1;
    case 'optional': {
      const { value: inner } = value as Optional;
      return unwraps && inner !== undefined ? sizeOf(inner, true) : 1;
    }
    default:
      return 1;
  }
}
