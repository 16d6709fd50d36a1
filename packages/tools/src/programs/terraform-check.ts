import { type TfPath, tfPathText } from './terraform-type.ts';
import { isSameScalar, type TfValue } from './terraform-value.ts';

/**
 * What of an object differs from its plan though the plan was sure of it, in the words of Terraform, which takes it for an
 * error of the provider. Upstream: terraform internal/plans/objchange/compatible.go assertValueCompatible.
 */
export function inconsistencies(planned: TfValue, actual: TfValue, path: TfPath): readonly string[] {
  const mismatch = mismatchOf(planned, actual);
  if (mismatch !== undefined) return [`${tfPathText(path)}: wrong final value type: ${mismatch.words}`];
  return differences(planned, actual, path);
}

/**
 * How the type of an object differs from the planned one, which it can where the schema leaves parts open. Only what a
 * conversion of types could not mend is named. Upstream: go-cty cty/convert/mismatch_msg.go MismatchMessage.
 */
function mismatchOf(
  planned: TfValue,
  actual: TfValue,
): { readonly words: string; readonly isHard: boolean } | undefined {
  const soft = { words: 'incorrect object attributes', isHard: false };
  if (planned.kind === 'unknown' || planned.kind === 'null' || actual.kind === 'unknown' || actual.kind === 'null') {
    return undefined;
  }
  if (planned.kind === 'scalar') {
    if (actual.kind !== 'scalar')
      return { words: `${friendlyName(planned)} required, but have ${friendlyName(actual)}`, isHard: true };
    return friendlyName(planned) === friendlyName(actual) ? undefined : soft;
  }
  if (planned.kind !== actual.kind) return { words: `${friendlyName(planned)} required`, isHard: true };
  if (planned.kind === 'list') {
    const items = actual.kind === 'list' ? actual.items : [];
    if (!planned.isTuple) return undefined;
    if (items.length !== planned.items.length) return { words: 'tuple required', isHard: true };
    const found = planned.items.map((each, index) => mismatchOf(each, items[index] ?? each));
    if (found.some((each) => each?.isHard === true)) return { words: 'tuple required', isHard: true };
    return found.some((each) => each !== undefined) ? soft : undefined;
  }
  const fields = actual.kind === 'object' ? actual.fields : undefined;
  if (fields === undefined) return undefined;
  const missing = [...planned.fields.keys()]
    .filter((name) => !fields.has(name))
    .toSorted()
    .map((name) => JSON.stringify(name));
  const [first, second, ...others] = missing;
  if (first !== undefined) {
    if (second === undefined) return { words: `attribute ${first} is required`, isHard: true };
    const all =
      others.length === 0 ? `${first} and ${second}` : `${missing.slice(0, -1).join(', ')}, and ${missing.at(-1)}`;
    return { words: `attributes ${all} are required`, isHard: true };
  }
  let found = fields.size > planned.fields.size ? soft : undefined;
  for (const [name, each] of planned.fields) {
    const inner = mismatchOf(each, fields.get(name) ?? each);
    if (inner?.isHard === true) return { words: `attribute ${JSON.stringify(name)}: ${inner.words}`, isHard: true };
    found ??= inner;
  }
  return found;
}

function friendlyName(value: TfValue): string {
  if (value.kind === 'object' || value.kind === 'map') return value.kind;
  if (value.kind === 'list') return value.isTuple ? 'tuple' : 'list';
  if (value.kind !== 'scalar') return 'dynamic';
  if (typeof value.value === 'string') return 'string';
  return typeof value.value === 'boolean' ? 'bool' : 'number';
}

function differences(planned: TfValue, actual: TfValue, path: TfPath): readonly string[] {
  if (planned.kind === 'unknown') return [];
  const at = tfPathText(path);
  if (actual.kind === 'null') return planned.kind === 'null' ? [] : [`${at}: was ${goText(planned)}, but now null`];
  if (planned.kind === 'null') return [`${at}: was null, but now ${goText(actual)}`];
  if (planned.kind === 'scalar') {
    const isSame = actual.kind === 'scalar' && isSameScalar(planned.value, actual.value);
    return isSame ? [] : [`${at}: was ${goText(planned)}, but now ${goText(actual)}`];
  }
  if (planned.kind === 'object') {
    const fields = actual.kind === 'object' ? actual.fields : new Map<string, TfValue>();
    return [...planned.fields].flatMap(([attribute, each]) => {
      const there = fields.get(attribute);
      return there === undefined ? [] : differences(each, there, [...path, { attribute }]);
    });
  }
  const [was, is] = [partsOf(planned), partsOf(actual)];
  const isMap = planned.kind === 'map';
  return [
    ...[...was].flatMap(([key, each]) => {
      const there = is.get(key);
      if (there === undefined) return [`${at}: element ${keyText(key)} has vanished`];
      return differences(each, there, [...path, isMap ? { key: String(key) } : { index: Number(key) }]);
    }),
    ...[...is.keys()].filter((key) => !was.has(key)).map((key) => `${at}: new element ${keyText(key)} has appeared`),
  ];
}

function partsOf(value: TfValue): ReadonlyMap<string | number, TfValue> {
  if (value.kind === 'list') return new Map(value.items.entries());
  return value.kind === 'map' || value.kind === 'object' ? value.fields : new Map();
}

function keyText(key: string | number): string {
  return typeof key === 'number' ? String(key) : JSON.stringify(key);
}

/** A value as Go code. Upstream: go-cty cty/value.go GoString. */
function goText(value: TfValue): string {
  switch (value.kind) {
    case 'unknown':
      return 'cty.UnknownVal(cty.String)';
    case 'null':
      return 'cty.NullVal(cty.String)';
    case 'scalar':
      if (typeof value.value === 'string') return `cty.StringVal(${JSON.stringify(value.value)})`;
      if (typeof value.value === 'boolean') return value.value ? 'cty.True' : 'cty.False';
      return Number.isInteger(Number(value.value))
        ? `cty.NumberIntVal(${value.value})`
        : `cty.NumberFloatVal(${value.value})`;
    case 'list': {
      if (value.items.length === 0) return value.isTuple ? 'cty.EmptyTupleVal' : 'cty.ListValEmpty(cty.String)';
      const items = `[]cty.Value{${value.items.map(goText).join(', ')}}`;
      return `cty.${value.isTuple ? 'Tuple' : 'List'}Val(${items})`;
    }
    case 'map':
    case 'object': {
      if (value.fields.size === 0) return value.kind === 'map' ? 'cty.MapValEmpty(cty.String)' : 'cty.EmptyObjectVal';
      const sorted = [...value.fields].toSorted(([a], [b]) => (a < b ? -1 : 1));
      const fields = sorted.map(([key, each]) => `${JSON.stringify(key)}:${goText(each)}`).join(', ');
      return `cty.${value.kind === 'map' ? 'Map' : 'Object'}Val(map[string]cty.Value{${fields}})`;
    }
  }
}
