import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { policyCompiler } from './environment.ts';

/**
 * What apiserver v0.36.3 says of expressions of a mutation (pkg/admission/plugin/cel CompileCELExpression with parameters,
 * the authorizer and the types of patches): the type, or the error.
 */
const cases: readonly (readonly [expression: string, answer: string])[] = JSON.parse(
  readFileSync(new URL('./cases/expressions.json', import.meta.url), 'utf8'),
);

describe('expressions of policies are compiled as by the server', () => {
  it.each(cases)('%s', (expression, answer) => {
    const compiled = policyCompiler({ params: true, variables: true }).compile('configuration', expression);
    const type = compiled.kind === 'program' ? compiled.type.name : compiled.message;
    expect(type.replace(/^must evaluate to Object but got /, '')).toBe(answer);
  });
});

describe('what an expression may name and has to evaluate to', () => {
  const policy = policyCompiler({ params: false, variables: true });
  it.each([
    ['condition', '1', 'must evaluate to bool but got int'],
    ['annotation', '1', 'must evaluate to one of [string null_type] but got int'],
    ['json-patch', '[]', 'must evaluate to list(JSONPatch) but got list(dyn)'],
    ['message', 'authorizer', "undeclared reference to 'authorizer'"],
    ['validation', 'params == null', "undeclared reference to 'params'"],
    ['validation', 'Object{} == null', "undeclared reference to 'Object'"],
    ['validation', "jsonpatch.escapeKey('a') == 'a'", "undeclared reference to 'jsonpatch'"],
    ['validation', 'variables.late', "undefined field 'late'"],
  ] as const)('%s: %s', (part, expression, answer) => {
    const compiled = policy.compile(part, expression);
    expect(compiled.kind === 'error' ? compiled.message : '').toContain(answer);
  });

  it('knows a variable once it was compiled, with its type', () => {
    const own = policyCompiler({ params: false, variables: true });
    own.addVariable('names', '["a"]');
    expect(own.compile('validation', 'variables.names.size() == 1').kind).toBe('program');
    const wrong = own.compile('validation', 'variables.names == 1');
    expect(wrong.kind === 'error' ? wrong.message : '').toContain("'(list(string), int)'");
    own.addVariable('broken', 'nothing');
    expect(own.compile('validation', 'variables.broken == 1').kind).toBe('program');
  });
});
