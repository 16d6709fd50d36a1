import { expect, test } from 'vitest';
import { protobufOf } from './openapi-protobuf.ts';

// The bytes are those of gnostic-models v0.6.9, by which client-go reads them: openapiv2 ParseDocument, then proto.Marshal.
// Its fields are in the order of their numbers, as those of the document here.
const document = JSON.parse(
  `{"swagger":"2.0","info":{"title":"Kubernetes","version":"1.36"},"paths":{"/api/v1/namespaces/{namespace}/configmaps/{name}":{"get":{"responses":{"200":{"description":"OK","schema":{"$ref":"#/definitions/ConfigMap"}}}},"patch":{"parameters":[{"in":"query","name":"dryRun","type":"string","uniqueItems":true},{"in":"query","name":"fieldManager","type":"string","uniqueItems":true}],"responses":{"200":{"description":"OK"}}}}},"definitions":{"ConfigMap":{"title":"a map","description":"of texts","required":["kind","data"],"additionalProperties":false,"type":"object","properties":{"data":{"additionalProperties":{"type":"string"},"type":"object"},"kind":{"pattern":"^C","type":"string"},"list":{"maxItems":300,"minItems":1,"uniqueItems":true,"type":"array","items":{"format":"int32","multipleOf":0.5,"maximum":7,"exclusiveMaximum":true,"minimum":-1.5,"exclusiveMinimum":true,"type":"integer"}},"other":{"maxLength":5,"minLength":2,"maxProperties":4,"minProperties":1}}}}}`,
);
const bytes =
  'CgMyLjASEgoKS3ViZXJuZXRlcxIEMS4zNkLFARLCAQowL2FwaS92MS9uYW1lc3BhY2VzL3tuYW1lc3BhY2V9L2NvbmZpZ21hcHMve25hbWV9Eo' +
  '0BEi5KLAoqCgMyMDASIwohCgJPSxIbChkKFyMvZGVmaW5pdGlvbnMvQ29uZmlnTWFwQltCIAoeEhwaGhIFcXVlcnkiBmRyeVJ1bjIGc3RyaW5n' +
  'oAEBQiYKJBIiGiASBXF1ZXJ5IgxmaWVsZE1hbmFnZXIyBnN0cmluZ6ABAUoPCg0KAzIwMBIGCgQKAk9LSuoBCucBCglDb25maWdNYXAS2QEaBW' +
  'EgbWFwIghvZiB0ZXh0c5oBBGtpbmSaAQRkYXRhqgECEACyAQgKBm9iamVjdMoBpgEKIwoEZGF0YRIbqgENCguyAQgKBnN0cmluZ7IBCAoGb2Jq' +
  'ZWN0ChcKBGtpbmQSD2oCXkOyAQgKBnN0cmluZwpRCgRsaXN0EklwrAJ4AYABAbIBBwoFYXJyYXm6ATQKMhIFaW50MzIxAAAAAAAA4D85AAAAAA' +
  'AAHEBAAUkAAAAAAAD4v1ABsgEJCgdpbnRlZ2VyChMKBW90aGVyEgpYBWACiAEEkAEB';

test('a document of OpenAPI v2 becomes the bytes that client-go reads', () => {
  expect(protobufOf(document).toString('base64')).toBe(bytes);
});

test('what is not of OpenAPI itself, and values of an enum, stand there as YAML', () => {
  const written = (schema: object) => protobufOf({ definitions: { A: schema } }).toString('latin1');
  // A name as field 1, and field 2 with the text as its field 2.
  expect(written({ 'x-kind': ['a'] })).toContain('\n\x06x-kind\x12\x07\x12\x05["a"]');
  expect(written({ enum: ['a', 7] })).toContain('\xa2\x01\x05\x12\x03"a"\xa2\x01\x03\x12\x017');
});
