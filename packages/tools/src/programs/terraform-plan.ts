import { equals, isList, isMap, type Value, type ValueMap } from '@managed-fields/merge-engine';
import { type TfPath, type TfType, tfPathText } from './terraform-type.ts';
import { absent, isSameValue, morphed, type TfValue, unknown, walked, walkedManifest } from './terraform-value.ts';

/** What a plan is made of. */
export interface PlanInput {
  readonly type: TfType;
  readonly manifest: ValueMap;
  /** The manifest in the type of the kind. */
  readonly wanted: TfValue;
  /** What the state has; undefined where it does not have the object. */
  readonly prior: PriorState | undefined;
  /** The paths of computed_fields. */
  readonly computed: readonly TfPath[];
}

/** The manifest of the last apply; null after an import. */
export interface LastManifest {
  readonly manifest: ValueMap | null;
  /** Whether it is only what the live object says of it, which may have been written otherwise. */
  readonly isGuessed: boolean;
}

/** The state of an object before a plan. */
export interface PriorState extends LastManifest {
  /** The object as it was last read. */
  readonly object: TfValue;
}

/**
 * The object that is planned. What the manifest has is planned as it is; what it had the last time and has no more is
 * unknown; everything else is what the object has, which therefore is sent as well. An item of a list is completed by the
 * one at its place. Upstream: manifest/provider/plan.go PlanResourceChange, manifest/morph/scaffold.go DeepUnknown.
 */
export function plannedObject(input: PlanInput): TfValue {
  const computed = new Set(input.computed.map(tfPathText));
  const { prior, manifest } = input;
  const plan = (type: TfType, wanted: TfValue, path: TfPath): TfValue => {
    const made = completed(type, wanted, path);
    return prior === undefined
      ? computed.has(tfPathText(path))
        ? unknown
        : made
      : settled(prior, made, path, computed.has(tfPathText(path)));
  };
  const completed = (type: TfType, wanted: TfValue, path: TfPath): TfValue => {
    switch (type.kind) {
      case 'object': {
        const fields = wanted.kind === 'object' ? wanted.fields : new Map<string, TfValue>();
        return {
          kind: 'object',
          fields: new Map(
            [...type.attributes].map(([name, each]) => [
              name,
              plan(each, fields.get(name) ?? absent, [...path, { attribute: name }]),
            ]),
          ),
        };
      }
      case 'map':
        if (wanted.kind !== 'map') return unknown;
        return {
          kind: 'map',
          fields: new Map([...wanted.fields].map(([key, each]) => [key, plan(type.element, each, [...path, { key }])])),
        };
      case 'list':
        if (wanted.kind !== 'list') return unknown;
        return {
          ...wanted,
          items: wanted.items.map((each, index) => plan(type.element, each, [...path, { index }])),
        };
      default:
        return wanted.kind === 'null' ? unknown : wanted;
    }
  };
  const settled = (before: PriorState, value: TfValue, path: TfPath, isComputed: boolean): TfValue => {
    const there = walked(before.object, path);
    const was = walkedManifest(before.manifest, path);
    if (value.kind === 'unknown') return !was.isFound && there.isFound ? there.value : unknown;
    if (!isComputed) return value;
    const now = walkedManifest(manifest, path);
    if (now.isFound && !equals(was.value, now.value)) return unknown;
    return there.isFound ? there.value : value;
  };
  return plan(input.type, input.wanted, []);
}

/** Whether a plan changes nothing. Upstream: terraform internal/terraform/node_resource_abstract_instance.go getAction. */
export function isSettled({ manifest, prior }: PlanInput, planned: TfValue): boolean {
  if (prior === undefined || prior.manifest === null) return false;
  return (prior.isGuessed || equals(prior.manifest, manifest)) && isSameValue(planned, prior.object);
}

/**
 * What is sent for a planned object: unknown values that are computed are those of the manifest, other unknown ones are left
 * out, and so are empty objects that the manifest does not have. Upstream: manifest/provider/apply.go ApplyResourceChange,
 * manifest/payload/from_value.go FromTFValue, manifest/provider/resource.go mapRemoveNulls.
 */
export function payloadOf({ type, manifest, computed }: PlanInput, planned: TfValue): ValueMap {
  const paths = new Set(computed.map(tfPathText));
  const made = (value: TfValue, own: TfType, path: TfPath): Value => {
    switch (value.kind) {
      case 'unknown': {
        const given = paths.has(tfPathText(path)) ? walkedManifest(manifest, path) : undefined;
        if (given?.isFound !== true) return null;
        const filled = morphed(given.value, own, path);
        return filled.kind === 'value' && filled.value.kind !== 'null' ? made(filled.value, own, path) : null;
      }
      case 'null':
        return null;
      case 'scalar': {
        const isNumber = own.kind === 'string' && own.isIntOrString && /^[+-]?\d+$/.test(String(value.value));
        return isNumber ? BigInt(value.value) : value.value;
      }
      case 'list': {
        const element = own.kind === 'list' ? own.element : dynamic;
        const items = value.items.map((item, index) => made(item, element, [...path, { index }]));
        return items.filter((item) => item !== null);
      }
      case 'object':
      case 'map': {
        const fields = new Map<string, Value>();
        for (const [name, each] of value.fields) {
          const step = value.kind === 'map' ? { key: name } : { attribute: name };
          const inner = own.kind === 'map' ? own.element : own.kind === 'object' ? own.attributes.get(name) : dynamic;
          const sent = made(each, inner ?? dynamic, [...path, step]);
          if (sent !== null) fields.set(name, sent);
        }
        return fields.size === 0 && !walkedManifest(manifest, path).isFound ? null : fields;
      }
    }
  };
  const payload = made(planned, type, []);
  return isMap(payload) ? payload : new Map();
}

const dynamic: TfType = { kind: 'dynamic' };

/** A manifest without what is null in it. */
export function withoutNulls(value: ValueMap): ValueMap {
  const cleaned = (each: Value): Value => {
    if (isMap(each)) return withoutNulls(each);
    return isList(each) ? each.filter((item) => item !== null).map(cleaned) : each;
  };
  return new Map([...value].filter(([, each]) => each !== null).map(([key, each]) => [key, cleaned(each)]));
}
