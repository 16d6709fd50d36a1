import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { compileSelector, costOfSelector, costsTooMuch } from './device-selector.ts';

/** What k8s.io/dynamic-resource-allocation v0.36.3 says of selectors; `tools/go/policies` writes it. */
const {
  selectors,
}: { readonly selectors: readonly { readonly expression: string; readonly cost?: string; readonly error?: string }[] } =
  JSON.parse(readFileSync(new URL('./cases/selectors.json', import.meta.url), 'utf8'));

describe('selectors of devices are compiled and weighed as by the server', () => {
  it.each(selectors.map((each) => [each.expression, each] as const))('%s', (expression, { cost, error }) => {
    const compiled = compileSelector(expression, { minor: 36 });
    const said = compiled.kind === 'program' ? { cost: String(costOfSelector(compiled)) } : { error: compiled.message };
    expect(said).toEqual(error === undefined ? { cost } : { error });
    if (compiled.kind === 'program') expect(costsTooMuch(compiled)).toBe(BigInt(cost ?? 0) > 1_000_000n);
  });
});
