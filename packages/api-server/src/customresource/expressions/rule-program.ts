import { type CelType, optionalType } from '../../cel/check/type.ts';
import { type Compiled, compileExpression, type Extension } from '../../cel/compile.ts';
import type { SizeOfPath } from '../../cel/cost/path.ts';
import { type CelRelease, usualRelease, withheld } from '../../cel/release.ts';
import type { JsonSchema, ValidationRule } from '../json-schema.ts';

type Program = Extract<Compiled, { kind: 'program' }>;

/** A compiled rule of x-kubernetes-validations. Errors are in the server's words. */
export interface RuleProgram {
  readonly rule: ValidationRule;
  /** Undefined where the rule is empty or does not compile. */
  readonly program: Program | undefined;
  readonly error: string | undefined;
  readonly usesOldSelf: boolean;
  readonly message: Program | undefined;
  readonly messageError: string | undefined;
  /** The most that the rule and its messageExpression can cost; 0 of what does not compile. */
  mostCost(sizes: SizeOfPath): { readonly rule: bigint; readonly message: bigint };
}

/**
 * Compiles the rules of one level of a schema over `self` and `oldSelf` of a type, as a release does.
 * Upstream: k8s.io/apiextensions-apiserver pkg/apiserver/schema/cel/compilation.go Compile.
 */
export function compileRules(
  schema: JsonSchema,
  self: CelType,
  release: CelRelease = usualRelease,
): readonly RuleProgram[] {
  return schema.validations.map((rule) => compileRule(rule, self, release));
}

function compileRule(rule: ValidationRule, self: CelType, release: CelRelease): RuleProgram {
  const variables = new Map([
    ['self', self],
    ['oldSelf', rule.optionalOldSelf === true ? optionalType(self) : self],
  ]);
  const nothing = { rule, program: undefined, error: undefined, usesOldSelf: false } as const;
  const noMessage = {
    message: undefined,
    messageError: undefined,
    mostCost: () => ({ rule: 0n, message: 0n }),
  } as const;
  if (rule.rule.trim() === '') return { ...nothing, ...noMessage };
  const more: Extension = { release, without: withheld(release.minor) };
  const compiled = compileExpression(rule.rule, variables, more);
  const refused = (error: string, usesOldSelf = false) => ({ ...nothing, ...noMessage, error, usesOldSelf });
  if (compiled.kind === 'error') return refused(`compilation failed: ${compiled.message}`);
  if (compiled.type.kind !== 'bool') return refused('cel expression must evaluate to a bool');
  const usesOldSelf = compiled.uses('oldSelf');
  if (compiled.fault !== undefined) return refused(`program instantiation failed: ${compiled.fault}`, usesOldSelf);
  const said = compileMessage(rule, variables, more);
  const mostCost = (sizes: SizeOfPath) => ({
    rule: compiled.mostCost(sizes),
    message: said.message?.mostCost(sizes) ?? 0n,
  });
  return { rule, program: compiled, error: undefined, usesOldSelf, ...said, mostCost };
}

function compileMessage(
  { messageExpression }: ValidationRule,
  variables: ReadonlyMap<string, CelType>,
  more: Extension,
): Pick<RuleProgram, 'message' | 'messageError'> {
  if (messageExpression === '') return { message: undefined, messageError: undefined };
  const compiled = compileExpression(messageExpression, variables, more);
  const refused = (messageError: string) => ({ message: undefined, messageError });
  if (compiled.kind === 'error') return refused(`messageExpression compilation failed: ${compiled.message}`);
  if (compiled.type.kind !== 'string') return refused('messageExpression must evaluate to a string');
  if (compiled.fault !== undefined) return refused(`messageExpression instantiation failed: ${compiled.fault}`);
  return { message: compiled, messageError: undefined };
}
