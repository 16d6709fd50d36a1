import { mapFromPlain } from '@managed-fields/merge-engine';
import { expect, it } from 'vitest';
import { fieldText } from './selector.ts';

/** The text of a field; what kinds of the server call otherwise or fill is plain in the kinds of others. */
it.each([
  ['v1', 'Pod', 'spec.hostNetwork', {}, 'false'],
  ['v1', 'Pod', 'spec.hostNetwork', { spec: { hostNetwork: true } }, 'true'],
  ['example.com/v1', 'Pod', 'spec.hostNetwork', {}, ''],
  ['v1', 'Node', 'spec.unschedulable', {}, 'false'],
  ['example.com/v1', 'Node', 'spec.unschedulable', {}, ''],
  ['v1', 'Pod', 'spec.host', { spec: { nodeName: 'n', host: 'h' } }, 'n'],
  ['example.com/v1', 'Foo', 'spec.host', { spec: { nodeName: 'n', host: 'h' } }, 'h'],
  ['batch/v1', 'Job', 'status.successful', { status: { succeeded: 2, successful: 3 } }, '2'],
  ['batch/v1', 'Job', 'status.successful', {}, '0'],
  ['example.com/v1', 'Foo', 'status.successful', { status: { succeeded: 2, successful: 3 } }, '3'],
  ['example.com/v1', 'Foo', 'status.successful', {}, ''],
  ['v1', 'Event', 'source', { source: { component: 'c' }, reportingComponent: 'r' }, 'c'],
  ['v1', 'Event', 'source', { source: {}, reportingComponent: 'r' }, 'r'],
  ['v1', 'Event', 'source', {}, ''],
  ['example.com/v1', 'Foo', 'spec', { spec: { a: 'b' } }, ''],
  ['example.com/v1', 'Foo', 'spec.a', { spec: null }, ''],
  ['example.com/v1', 'Foo', 'spec.a', { spec: { a: 5 } }, '5'],
])('%s %s: %s in %j', (apiVersion, kind, field, object, text) => {
  expect(fieldText(mapFromPlain({ apiVersion, kind, ...object }), field)).toBe(text);
});
