import { mapFromPlain } from '@managed-fields/merge-engine';
import { expect, it } from 'vitest';
import { formatKyaml } from './kyaml.ts';

/** Keys as sigs.k8s.io/yaml kyaml writes them: quoted where they could be read as something else. */
it.each([
  ['a', 'a'],
  ['a.b/c-d', 'a.b/c-d'],
  ['_x', '_x'],
  ['a_b', 'a_b'],
  ['-a', '"-a"'],
  ['a-', '"a-"'],
  ['a:b', '"a:b"'],
  ['', '""'],
  ['true', '"true"'],
  ['Yes', '"Yes"'],
  ['null', '"null"'],
  ['1', '"1"'],
  ['1.5', '"1.5"'],
  ['1e3', '"1e3"'],
  ['0x1F', '"0x1F"'],
  ['1_000', '"1_000"'],
  ['inf', '"inf"'],
  ['NaN', '"NaN"'],
  ['1.2.3', '1.2.3'],
  ['2001-01-01', '"2001-01-01"'],
  ['2001-13-01', '2001-13-01'],
  ['é', 'é'],
])('writes the key %j as %s', (key, written) => {
  expect(formatKyaml(mapFromPlain({ [key]: 1 }), true)).toBe(`---\n{\n  ${written}: 1,\n}\n`);
});
