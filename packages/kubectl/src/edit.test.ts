import { expect, it } from 'vitest';
import { type EditReason, editHeader, withoutComments } from './edit.ts';

const objects = `# Please edit the object below. Lines beginning with a '#' will be ignored,
# and an empty file will abort the edit. If an error occurs while saving this file will be
# reopened with the relevant failures.
#
`;

const remembered = `# Please edit the 'last-applied-configuration' annotations below.
# Lines beginning with a '#' will be ignored, and an empty file will abort the edit.
#
`;

/** What kubectl v1.36.3 opens an editor with, above the object: at first, and after what went wrong. */
const headers: readonly (readonly [lastApplied: boolean, reasons: readonly EditReason[], header: string])[] = [
  [false, [], objects],
  [true, [], remembered],
  [
    false,
    [{ head: 'deployments.apps "web" was not valid', other: ['spec.replicas: Invalid value: -1', 'a: b'] }],
    `${objects}# deployments.apps "web" was not valid:\n# * spec.replicas: Invalid value: -1\n# * a: b\n#\n`,
  ],
  [
    true,
    [
      { head: 'The edited file had a syntax error: a', other: [] },
      { head: 'b\nc\n# d', other: [] },
    ],
    `${remembered}# The edited file had a syntax error: a\n#\n# b\n# c\n# d\n#\n`,
  ],
];

it.each(headers)('last applied %s, %j', (lastApplied, reasons, header) => {
  expect(editHeader(lastApplied, reasons)).toBe(header);
});

/** Upstream: pkg/cmd/util/helpers.go ManualStrip. */
it.each([
  ['a\n# b\nc', 'a\nc'],
  ['# a\n', ''],
  ['a\n  # b\n#! c\nd # e\n', 'a\n#! c\nd # e\n'],
  ['', ''],
])('%j without comments', (text, left) => {
  expect(withoutComments(text)).toBe(left);
});
