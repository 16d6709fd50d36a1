import { fieldErrorText, isMap, type ValueMap, valueFromPlain } from '@managed-fields/merge-engine';
import { expect, it } from 'vitest';
import { fooDefinition } from './definition-in-tests.ts';
import { resourceFromCrd } from './resource-from-crd.ts';

function mapFrom(plain: object): ValueMap {
  const value = valueFromPlain(plain);
  if (!isMap(value)) throw new Error('no map');
  return value;
}

const anything = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true };
const counted = { type: 'object', properties: { replicas: { type: 'integer' } } };

function versionOf(properties: object) {
  const scale = {
    specReplicasPath: '.spec.replicas',
    statusReplicasPath: '.status.replicas',
    labelSelectorPath: '.status.selector',
  };
  const reading = resourceFromCrd(fooDefinition(properties, { subresources: { status: {}, scale } }));
  const version = reading.kind === 'resource' ? reading.resource.versions.get('v1') : undefined;
  if (version === undefined) throw new Error(reading.kind);
  return { version, strategy: version.strategy };
}

const foo = (parts: object) =>
  mapFrom({ apiVersion: 'example.com/v1', kind: 'Foo', metadata: { name: 'x', namespace: 'y' }, ...parts });

/**
 * Objects whose replicas are read through `.spec.replicas`, and what is said of them.
 * Upstream: customresource/validator.go ValidateScaleSpec; apimachinery unstructured/helpers.go NestedInt64.
 */
const sizes: readonly (readonly [object: object, errors: readonly string[]])[] = [
  [{}, []],
  [{ spec: { replicas: 2 } }, []],
  [{ spec: { replicas: 2147483647 } }, []],
  [{ spec: { replicas: -1 } }, ['.spec.replicas: Invalid value: -1: should be a non-negative integer']],
  [
    { spec: { replicas: 2147483648 } },
    ['.spec.replicas: Invalid value: 2147483648: should be less than or equal to 2147483647'],
  ],
  [
    { spec: { replicas: 'x' } },
    ['.spec.replicas: Invalid value: 0: .spec.replicas accessor error: x is of the type string, expected int64'],
  ],
  [
    { spec: { replicas: { a: true } } },
    [
      '.spec.replicas: Invalid value: 0: .spec.replicas accessor error: map[a:true] is of the type map[string]interface {}, expected int64',
    ],
  ],
];

it.each(sizes)('a size %j', (object, errors) => {
  const { strategy } = versionOf({ spec: anything });
  expect(strategy.validateCreate(foo(object)).map(fieldErrorText)).toEqual(errors);
});

/** Updates of the status: a status may be missing, and a schema may say nothing of it. Upstream: status_strategy.go, validator.go ValidateStatusUpdate. */
const statuses: readonly (readonly [properties: object, object: object, errors: readonly string[]])[] = [
  [{ status: counted }, {}, []],
  [{}, { status: { replicas: 1 } }, []],
  [{ status: counted }, { status: { replicas: 1 } }, []],
  [
    { status: counted },
    { status: { replicas: 'x' } },
    [
      'status.replicas: Invalid value: "string": replicas in body must be of type integer: "string"',
      '.status.replicas: Invalid value: 0: .status.replicas accessor error: x is of the type string, expected int64',
    ],
  ],
];

it.each(statuses)('with properties %j a status %j', (properties, object, errors) => {
  const { strategy } = versionOf(properties);
  const old = foo({ metadata: { name: 'x', namespace: 'y', resourceVersion: '1' } });
  const next = foo({ metadata: { name: 'x', namespace: 'y', resourceVersion: '1' }, ...object });
  expect(strategy.validateUpdate(next, old, 'status').map(fieldErrorText)).toEqual(errors);
});

/** What was wrong before stays allowed where it did not change, but for apiVersion and kind. Upstream: ratcheting.go isTypeMetaField. */
it('compares apiVersion and kind with nothing that was stored before', () => {
  const short = { type: 'string', maxLength: 1 };
  const types = { apiVersion: short, kind: short };
  const { strategy } = versionOf({ ...types, other: short, spec: { type: 'object', properties: types } });
  const wrong = { other: 'ab', spec: { apiVersion: 'ab', kind: 'ab' } };
  const metadata = { name: 'x', namespace: 'y', resourceVersion: '1' };
  const next = foo({ metadata: { ...metadata, labels: { a: 'b' } }, ...wrong });
  expect(strategy.validateUpdate(next, foo({ metadata, ...wrong }), '').map(fieldErrorText)).toEqual([
    'apiVersion: Too long: may not be more than 1 byte',
    'kind: Too long: may not be more than 1 byte',
  ]);
});

/** Upstream: customresource/strategy.go and status_strategy.go GetResetFields; a Scale has none. */
it('resets fields of the object and of its status only', () => {
  const { version } = versionOf({});
  expect(['', 'status', 'scale'].map((subresource) => version.resetFields(subresource) !== undefined)).toEqual([
    true,
    true,
    false,
  ]);
});
