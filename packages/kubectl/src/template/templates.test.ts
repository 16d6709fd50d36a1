import { readFileSync } from 'node:fs';
import { isMap, type ValueMap, valueFromPlain } from '@managed-fields/merge-engine';
import { describe, expect, it } from 'vitest';
import { executeTemplate } from './execute.ts';
import { functions } from './functions.ts';
import { parseTemplates } from './parse.ts';

interface Cases {
  readonly object: object;
  /** Numbers of the object that JSON cannot hold here. */
  readonly wholes: Readonly<Record<string, string>>;
  readonly refused: readonly (readonly [template: string, message: string])[];
  readonly lenient: readonly Written[];
  /** With `--allow-missing-template-keys=false`. */
  readonly strict: readonly Written[];
}

/** What a template writes of the object, and the message of its failure. */
type Written = readonly [template: string, text: string, failed?: string];

/** Templates made by hand and by chance, so that each line of the code is asked for, and what kubectl v1.36.3 makes of them. */
const cases: Cases = JSON.parse(readFileSync(new URL('./templates.cases.json', import.meta.url), 'utf8'));
const object = objectOf(cases);

function objectOf({ object, wholes }: Cases): ValueMap {
  const value = valueFromPlain(object);
  if (!isMap(value)) throw new Error('no object');
  return new Map([...value, ...Object.entries(wholes).map(([key, whole]) => [key, BigInt(whole)] as const)]);
}

function written(template: string, strict: boolean): Written {
  const parsed = parseTemplates('output', template, functions);
  if (parsed.kind === 'error') return [template, '', parsed.message];
  const executed = executeTemplate(parsed, 'output', object, strict);
  if (executed.kind === 'too-much') return [template, '', 'too much'];
  return executed.failed === undefined ? [template, executed.text] : [template, executed.text, executed.failed];
}

describe('templates', () => {
  it('are refused as Go refuses them', () => {
    const answers = cases.refused.map(([template]) => {
      const parsed = parseTemplates('output', template, functions);
      return [template, parsed.kind === 'error' ? parsed.message : ''];
    });
    expect(answers).toEqual(cases.refused);
  });

  it('write what Go writes', () => {
    expect(cases.lenient.map(([template]) => written(template, false))).toEqual(cases.lenient);
  });

  it('miss what Go misses', () => {
    expect(cases.strict.map(([template]) => written(template, true))).toEqual(cases.strict);
  });
});
