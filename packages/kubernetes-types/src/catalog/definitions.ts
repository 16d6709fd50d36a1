import type { Definitions, Value, ValueMap } from '@managed-fields/merge-engine';
import { isJsonMap, type KubernetesData } from '../kubernetes-data.ts';

/** The definitions of built-in kinds as the engine reads schemas, each made when first asked for. */
export function definitionsOf(data: KubernetesData): Definitions {
  const read = new Map<string, ValueMap>();
  return {
    get(name) {
      const known = read.get(name);
      if (known !== undefined) return known;
      const definition = data.definitions.definitions[name];
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

function engineValue(json: unknown): Value {
  if (json === null || typeof json === 'string' || typeof json === 'boolean') return json;
  if (typeof json === 'number') return Number.isInteger(json) ? BigInt(json) : json;
  if (Array.isArray(json)) return json.map(engineValue);
  if (isJsonMap(json)) return engineMap(json);
  throw new Error(`no JSON value: ${typeof json}`);
}
