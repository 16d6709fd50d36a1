import { isMap, textAt } from '@managed-fields/merge-engine';
import { expect, it } from 'vitest';
import cases from './cases/watch-options.json' with { type: 'json' };
import { badVersion, listOptions } from './list-options.ts';

/** The code and the message with which a watch of these options ends before it begins; `200` where it begins. */
function answerTo(query: string): string {
  const options = listOptions(new Map(new URLSearchParams(query)), true, {});
  const refusal = options.kind === 'refused' ? options : badVersion(options.resourceVersion);
  if (refusal === undefined) return '200';
  return `${refusal.code} ${isMap(refusal.body) ? textAt(refusal.body, 'message') : ''}`;
}

it.each(cases.answers.map((answer, index) => [answer, cases.queries[index] ?? []] as const))(
  'a kube-apiserver v1.36.3 answers watches with %s',
  (answer, queries) => {
    expect(queries.filter((query) => answerTo(query) !== answer)).toEqual([]);
  },
);
