import { readFileSync } from 'node:fs';
import { emptyCluster, installCrd, serve } from '@managed-fields/api-server/whole';
import type { PlayedVersion } from '@managed-fields/kubernetes-types';
import { isMap, stringAt, type Value, valueFromPlain } from '@managed-fields/merge-engine';
import { decodeBody } from '@managed-fields/source';
import { describe, expect, it } from 'vitest';
import { loadCatalog } from '../replay/catalog.ts';
import { timeOf } from '../replay/request.ts';

/** What a real kube-apiserver said of definitions of which one field has a value of a wrong type, and of fields that it does not know. */
interface Cases {
  readonly release: PlayedVersion;
  /** By the path of the field, `[]` for an item, and the JSON of its value: why the definition does not decode, `~` for most of its words. */
  readonly fields: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** A definition with unknown fields, and the answer of strict field validation. */
  readonly unknown: { readonly definition: object; readonly answer: string };
}

const cases: Cases = JSON.parse(readFileSync(new URL('./definition-fields.cases.json', import.meta.url), 'utf8'));
const start = emptyCluster(await loadCatalog(cases.release));
const handled = 'CustomResourceDefinition in version "v1" cannot be handled as a CustomResourceDefinition: ';

function withField(path: readonly string[], value: string): string {
  const [first, ...rest] = path;
  if (first === undefined) return value;
  return first === '[]' ? `[${withField(rest, value)}]` : `{${JSON.stringify(first)}:${withField(rest, value)}}`;
}

/** What the server says of a posted definition, and what it says of one that is installed without a request. */
function answersTo(bodyText: string): readonly unknown[] {
  const contentType = 'application/json';
  const body = decodeBody(bodyText, contentType);
  const path = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
  const posted = serve(start, { method: 'POST', path, query: new Map(), contentType, body, bodyText }, timeOf(0));
  const installed = installCrd(start, body.kind === 'value' ? body.value : null);
  const refused = installed.kind === 'refused' ? installed.response : undefined;
  const messageIn = (status: Value | undefined) => isMap(status ?? null) && stringAt(status as never, 'message');
  return [posted.response, refused].map((response) => [response?.code, messageIn(response?.body)]);
}

describe('a definition does not decode', () => {
  it.each(Object.entries(cases.fields))('with another value of %s', (path, values) => {
    for (const [value, words] of Object.entries(values)) {
      const answer = [400, handled + words.replace(/^~/, 'json: cannot unmarshal ')];
      expect(answersTo(withField(path.split('.'), value)), value).toEqual([answer, answer]);
    }
  });
});

it('names the fields of a definition that it does not know', () => {
  const { definition, answer } = cases.unknown;
  const installed = installCrd(start, valueFromPlain(definition));
  const warnings = installed.kind === 'installed' ? installed.warnings : installed.problems;
  expect(`strict decoding error: ${warnings.join(', ')}`).toBe(answer);
});
