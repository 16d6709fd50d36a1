import { valueFromPlain } from '@managed-fields/merge-engine';
import { expect, it } from 'vitest';
import { executeTemplate } from './execute.ts';
import { functions } from './functions.ts';
import { parseTemplates } from './parse.ts';

const object = valueFromPlain({ kind: 'Pod', list: [1, 2, 3] }) as ReadonlyMap<string, never>;

function run(text: string) {
  const parsed = parseTemplates('output', text, functions);
  return parsed.kind === 'error' ? parsed : executeTemplate(parsed, 'output', object, false);
}

/** Templates without end, or with more than anybody can read. */
it.each([
  '{{define "x"}}{{template "x"}}{{end}}{{template "x"}}',
  '{{define "x"}}{{.}}{{template "x" .}}{{end}}{{template "x" .}}',
  '{{range 1000000000}}x{{end}}',
  '{{range 100000}}{{range 100000}}{{end}}{{end}}',
  '{{range 1000}}{{printf "%900000d" 1}}{{end}}',
])('%s', (text) => {
  expect(run(text)).toEqual({ kind: 'too-much' });
});

it('refuses what stands too deep in each other', () => {
  const deep = `{{${'('.repeat(100_000)}1${')'.repeat(100_000)}}}`;
  expect(run(deep)).toEqual({ kind: 'error', message: 'template: output:1: max expression depth exceeded' });
  const nested = '{{if .kind}}'.repeat(100_000);
  expect(run(nested)).toEqual({ kind: 'error', message: 'template: output:1: max expression depth exceeded' });
});

it('takes names of every object for names of fields', () => {
  expect(run('{{.__proto__}} {{.constructor}} {{index . "toString"}}')).toEqual({
    kind: 'written',
    text: '<no value> <no value> <no value>',
  });
});

it('reads a long template in time', () => {
  const long = '{{if .kind}}{{(.kind)}}{{end}}x'.repeat(10_000);
  expect(run(long)).toEqual({ kind: 'written', text: 'Podx'.repeat(10_000) });
});
