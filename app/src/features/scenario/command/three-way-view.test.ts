import { expect, test } from 'vitest';
import { directiveNotes } from './three-way-view.tsx';

test.each([
  ['spec:\n  minReadySeconds: null\n', [1]],
  ['$setElementOrder/containers:\n- name: web\ncontainers:\n- $patch: delete\n  name: old\n', [0, 3]],
  ['strategy:\n  $retainKeys:\n  - type\n', [1]],
  ['finalizers:\n- a\n$deleteFromPrimitiveList/finalizers:\n- b\n', [2]],
  ['data:\n  a: "null"\n', []],
])('directives of %j stand in lines %j', (patch, lines) => {
  expect([...directiveNotes(patch).keys()]).toEqual(lines);
});
