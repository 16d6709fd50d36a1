import type { Value, ValueMap } from '@managed-fields/merge-engine';
import { describe, expect, it } from 'vitest';
import { defaultVersion } from '../versions.ts';
import cases from './cases.json' with { type: 'json' };
import { defaultsFor } from './index.ts';

function toValue(json: unknown): Value {
  if (json === null || typeof json === 'boolean' || typeof json === 'string') return json;
  if (typeof json === 'number') return Number.isInteger(json) ? BigInt(json) : json;
  if (Array.isArray(json)) return json.map(toValue);
  return new Map(Object.entries(json as object).map(([key, value]) => [key, toValue(value)]));
}

function toMap(json: unknown): ValueMap {
  const value = toValue(json);
  if (value instanceof Map) return value;
  throw new Error('a case is no map');
}

describe('defaults', () => {
  it.each(cases)('$kind: $about', ({ group, version, kind, given, set }) => {
    const setDefaults = defaultsFor(group, version, kind, defaultVersion);
    const once = setDefaults?.(toMap(given));
    expect(once).toEqual(toMap(set));
    expect(setDefaults?.(toMap(set))).toEqual(toMap(set));
  });

  it('returns the same object where there is nothing to set', () => {
    for (const { group, version, kind, set } of cases) {
      const object = toMap(set);
      expect(defaultsFor(group, version, kind, defaultVersion)?.(object)).toBe(object);
    }
  });

  it('knows no defaults of kinds that it does not know', () => {
    expect(defaultsFor('example.com', 'v1', 'Foo', defaultVersion)).toBeUndefined();
    expect(defaultsFor('autoscaling', 'v2beta1', 'HorizontalPodAutoscaler', defaultVersion)).toBeUndefined();
  });
});
