import { type CelRelease, does } from '../release.ts';
import { type CelList, type CelMap, type CelValue, isCelList, isCelMap, typeName } from './cel-value.ts';

const known: ReadonlyMap<string, string> = new Map([
  ['null_type', 'types.Null'],
  ['google.protobuf.Timestamp', 'types.Timestamp'],
  ['google.protobuf.Duration', 'types.Duration'],
  ['optional_type', '*types.Optional'],
  ['type', '*types.Type'],
  ['error', '*types.Err'],
  ['net.IP', 'cel.IP'],
  ['net.CIDR', 'cel.CIDR'],
  ['kubernetes.Quantity', 'cel.Quantity'],
  ['kubernetes.NamedFormat', 'cel.Format'],
  ['kubernetes.URL', 'cel.URL'],
  ['kubernetes.Semver', 'cel.Semver'],
]);

/** Returns the Go type of a value of an expression, as Go's `%T` prints it, in a release. */
export function goType(value: CelValue, release: CelRelease): string {
  if (isCelList(value) && value.go !== undefined) return '*common.reflectSchemalessTypedList';
  if (isCelMap(value) && value.go !== undefined) {
    return `*common.reflectSchemalessTyped${value.go.startsWith('map(') ? 'Map' : 'Struct'}`;
  }
  if (isCelList(value)) {
    return value.goType ?? (value.equals === undefined ? ownType(value, release) : '*common.unstructuredList');
  }
  if (isCelMap(value)) return value.equals === undefined ? ownType(value, release) : '*common.unstructuredMap';
  const name = typeName(value);
  return known.get(name) ?? `types.${name.charAt(0).toUpperCase()}${name.slice(1)}`;
}

/** The same of a value that comes from an object without a schema, before the language has made one of its own of it. */
export function nativeGoType(value: CelValue, release: CelRelease): string {
  if (does('namesSlices', release)) return goType(value, release);
  if (value === null) return '<nil>';
  if (isCelList(value) && value.native !== undefined && value.equals === undefined) return '[]interface {}';
  const isPlain = isCelMap(value) && value.native !== undefined && value.equals === undefined;
  return isPlain ? 'map[string]interface {}' : goType(value, release);
}

const referred = 'cel.dev/cel-go/common/types/ref.Val';

/** The type of a list or map of the language itself. */
function ownType(value: CelList | CelMap, release: CelRelease): string {
  if (!does('namesSlices', release)) return isCelList(value) ? '*types.baseList' : '*types.baseMap';
  const isPlain = value.native !== undefined;
  if (isCelList(value)) return `*types.sliceList[${isPlain ? 'interface {}' : referred}]`;
  return `*types.nativeMap[${isPlain ? 'string,interface {}' : `${referred},${referred}`}]`;
}
