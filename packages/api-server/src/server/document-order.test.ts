import { expect, it } from 'vitest';
import { inDocumentOrder } from './document-order.ts';

const duplicate = (...paths: readonly string[]) => paths.map((path) => `duplicate field "${path}"`);
const unknown = (...paths: readonly string[]) => paths.map((path) => `unknown field "${path}"`);

/** Bodies with what is duplicate and unknown in them, and the order in which a kube-apiserver v1.36.3 says it. */
const told: readonly (readonly [
  text: string,
  duplicates: readonly string[],
  unknown: readonly string[],
  said: readonly string[],
])[] = [
  [
    '{"apiVersion":"v1","kind":"ConfigMap","nope":1,"metadata":{"name":"z"},"data":{"a":"1","a":"2"},"zz":2}',
    duplicate('data.a'),
    unknown('nope', 'zz'),
    [...unknown('nope'), ...duplicate('data.a'), ...unknown('zz')],
  ],
  [
    '{"data":{"a":"1","a":"2"},"nope":1,"metadata":{"name":"z","name":"z","x":1},"kind":"ConfigMap","apiVersion":"v1"}',
    duplicate('data.a', 'metadata.name'),
    unknown('nope', 'metadata.x'),
    [...duplicate('data.a'), ...unknown('nope'), ...duplicate('metadata.name'), ...unknown('metadata.x')],
  ],
  ['{"metadata":{"name":"z"},"x":1,"x":2}', duplicate('x'), unknown('x'), unknown('x')],
  [
    '{"metadata":{"name":"z"},"x":{"y":1,"y":2},"data":{"a":"b"},"data":{"a":"c"}}',
    duplicate('x.y', 'data'),
    unknown('x'),
    [...unknown('x'), ...duplicate('data')],
  ],
  [
    '{"foo":1,"spec":{"replicas":1,"replicas":2,"bar":1,"template":{"spec":{"containers":[{"name":"a","image":"x","image":"y","baz":[{"a":1,"a":2}]},{"name":"b","qux":1,"image":"z","image":"z"}]}}}}',
    duplicate(
      'spec.replicas',
      'spec.template.spec.containers[0].image',
      'spec.template.spec.containers[0].baz[0].a',
      'spec.template.spec.containers[1].image',
    ),
    unknown('foo', 'spec.bar', 'spec.template.spec.containers[0].baz', 'spec.template.spec.containers[1].qux'),
    [
      ...unknown('foo'),
      ...duplicate('spec.replicas'),
      ...unknown('spec.bar'),
      ...duplicate('spec.template.spec.containers[0].image'),
      ...unknown('spec.template.spec.containers[0].baz', 'spec.template.spec.containers[1].qux'),
      ...duplicate('spec.template.spec.containers[1].image'),
    ],
  ],
  [
    '{"a\\"]{":{"b":1,"b":2},"c":"{\\"c\\":[","d":1}',
    duplicate('a\\"]{.b'),
    unknown('d'),
    [...duplicate('a\\"]{.b'), ...unknown('d')],
  ],
];

it.each(told)('%s', (text, duplicates, unknowns, said) => {
  expect(inDocumentOrder(text, duplicates, unknowns)).toEqual(said);
});
