import {
  annotationOwners,
  formatJson,
  isMap,
  metadataOf,
  upgradeManagedFields,
  upgradeManagedFieldsPatch,
  type ValueMap,
  valueFromPlain,
} from '@managed-fields/merge-engine';
import { describe, expect, it } from 'vitest';

const annotation = { 'f:kubectl.kubernetes.io/last-applied-configuration': {} };

function entry(manager: string, operation: string, fields: unknown, more: object = {}) {
  return {
    manager,
    operation,
    apiVersion: 'v1',
    time: '2026-01-01T00:00:00Z',
    fieldsType: 'FieldsV1',
    fieldsV1: fields,
    ...more,
  };
}

const client = (fields: object, more?: object) =>
  entry(
    'kubectl-client-side-apply',
    'Update',
    { 'f:data': fields, 'f:metadata': { 'f:annotations': annotation } },
    more,
  );

function object(...managedFields: readonly object[]): ValueMap {
  const value = valueFromPlain({ metadata: { name: 'cm', resourceVersion: '7', managedFields } });
  if (!isMap(value)) throw new Error('not an object');
  return value;
}

/** Entries before and after `kubectl` takes over what client-side apply owned; undefined where nothing is to be done. */
const cases: readonly (readonly [name: string, before: readonly object[], after: readonly object[] | undefined])[] = [
  ['nothing to take over', [entry('other', 'Update', { 'f:data': { 'f:a': {} } })], undefined],
  [
    'the entry changes owners where there is no applier',
    [client({ 'f:a': {} })],
    [{ ...client({ 'f:a': {} }), manager: 'kubectl', operation: 'Apply' }],
  ],
  [
    'fields are united with those of the applier',
    [entry('kubectl', 'Apply', { 'f:data': { 'f:b': {} } }), client({ 'f:a': {} })],
    [
      entry('kubectl', 'Apply', {
        'f:data': { 'f:a': {}, 'f:b': {} },
        'f:metadata': { 'f:annotations': annotation },
      }),
    ],
  ],
  [
    'others stay as they are',
    [
      entry('x', 'Apply', { 'f:data': { 'f:x': {} } }),
      entry('kubectl', 'Apply', { 'f:data': { 'f:b': {} } }),
      client({ 'f:a': {} }),
      entry('y', 'Update', { 'f:data': { 'f:y': {} } }),
    ],
    [
      entry('x', 'Apply', { 'f:data': { 'f:x': {} } }),
      entry('kubectl', 'Apply', {
        'f:data': { 'f:a': {}, 'f:b': {} },
        'f:metadata': { 'f:annotations': annotation },
      }),
      entry('y', 'Update', { 'f:data': { 'f:y': {} } }),
    ],
  ],
  [
    'an entry of a subresource is another one',
    [entry('kubectl', 'Apply', { 'f:data': { 'f:b': {} } }), client({ 'f:a': {} }, { subresource: 'status' })],
    undefined,
  ],
];

describe('upgradeManagedFieldsPatch', () => {
  it.each(cases)('%s', (_name, before, after) => {
    const made = upgradeManagedFieldsPatch(object(...before), ['kubectl-client-side-apply'], 'kubectl');
    if (made.kind === 'error') throw new Error(made.message);
    if (after === undefined) {
      expect(made).toEqual({ kind: 'patch', patch: undefined });
      return;
    }
    const expected = [
      { op: 'replace', path: '/metadata/managedFields', value: after },
      { op: 'replace', path: '/metadata/resourceVersion', value: '7' },
    ];
    expect(JSON.parse(formatJson([...(made.patch ?? [])]))).toEqual(expected);
  });
});

describe('upgradeManagedFields', () => {
  it.each(cases)('%s', (_name, before, after) => {
    const made = upgradeManagedFields(object(...before), ['kubectl-client-side-apply'], 'kubectl');
    if (made.kind === 'error') throw new Error(made.message);
    const entries = metadataOf(made.object).get('managedFields') ?? null;
    expect(JSON.parse(formatJson(entries))).toEqual(after ?? before);
  });

  it('leaves out the list where nothing is managed', () => {
    const made = upgradeManagedFields(object(), ['kubectl-client-side-apply'], 'kubectl');
    expect(made.kind === 'upgraded' && metadataOf(made.object).has('managedFields')).toBe(false);
  });

  // Upstream's decodeManagedFieldsEntrySet, util/csaupgrade/upgrade.go.
  it.each([
    ['of the former', [entry('kubectl', 'Apply', {}), client({}, { fieldsV1: { nonsense: {} } })]],
    ['of the heir', [entry('kubectl', 'Apply', { nonsense: {} }), client({})]],
  ] as const)('says when fields %s cannot be read', (_name, entries) => {
    const made = upgradeManagedFieldsPatch(object(...entries), ['kubectl-client-side-apply'], 'kubectl');
    expect(made.kind === 'error' && made.message).toMatch(/^failed to convert fields to set: .*nonsense/);
  });
});

describe('annotationOwners', () => {
  it('names each manager of an operation once, in order', () => {
    const owned = { 'f:metadata': { 'f:annotations': annotation } };
    const of = object(
      entry('b', 'Update', owned),
      entry('a', 'Update', owned),
      entry('b', 'Update', owned, { apiVersion: 'v2' }),
      entry('c', 'Apply', owned),
      entry('d', 'Update', { 'f:data': {} }),
    );
    expect(annotationOwners(of, 'Update')).toEqual(['a', 'b']);
    expect(annotationOwners(of, 'Apply')).toEqual(['c']);
  });
});
