import type { DiscoveredResource } from '@managed-fields/api-server';
import type { Definitions, Value, ValueMap } from '@managed-fields/merge-engine';

/** The facts of a Kubernetes version about its own kinds, as the three files in `data` hold them. */
export interface KubernetesData {
  readonly definitions: { readonly definitions: JsonMap };
  readonly resources: { readonly resources: readonly ResourceEntry[] };
  readonly shapes: { readonly types: Readonly<Record<string, JsonMap>> };
}

/** One resource or subresource in one version. */
export interface ResourceEntry extends DiscoveredResource {
  /** The name of the kind's OpenAPI definition. */
  readonly definition?: string;
  /** Paths of field names that the strategy resets. */
  readonly resetFields?: readonly (readonly string[])[];
}

/** An object of a JSON file. */
export type JsonMap = Readonly<Record<string, unknown>>;

/** Whether a part of a JSON file is an object. */
export function isJsonMap(value: unknown): value is JsonMap {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * The definitions of built-in kinds in the form that the engine reads; each is converted when it is first asked for.
 */
export function definitionsOf(data: KubernetesData): Definitions {
  const read = new Map<string, ValueMap>();
  return {
    get(name) {
      const known = read.get(name);
      if (known !== undefined) return known;
      const { definitions } = data.definitions;
      const definition = Object.hasOwn(definitions, name) ? definitions[name] : undefined;
      if (!isJsonMap(definition)) return undefined;
      const map = engineMap(definition);
      read.set(name, map);
      return map;
    },
  };
}

function engineMap(json: Readonly<Record<string, unknown>>): ValueMap {
  return new Map(Object.entries(json).map(([name, value]) => [name, engineValue(value)]));
}

/** A value of a JSON file in the form that the engine reads. Throws where it is none, such as undefined. */
export function engineValue(json: unknown): Value {
  if (json === null || typeof json === 'string' || typeof json === 'boolean') return json;
  if (typeof json === 'number') return Number.isInteger(json) ? BigInt(json) : json;
  if (Array.isArray(json)) return json.map(engineValue);
  if (isJsonMap(json)) return engineMap(json);
  throw new Error(`no JSON value: ${typeof json}`);
}
