import { type CelType, dynType, typeText } from '../check/type.ts';
import { signatureText } from './complete.ts';
import { hasMacro, memberMacros } from './macro-names.ts';
import { partOfMade } from './made-type.ts';
import { type ExpressionScope, operandType, withLoopVariables } from './scope.ts';
import { placedTokens, placeIn } from './tokens-before.ts';

/** What a name in an expression is, with its range in UTF-16 code units. */
export interface NameInExpression {
  readonly from: number;
  readonly to: number;
  readonly name: string;
  readonly kind: 'variable' | 'field' | 'function' | 'macro' | 'constructor';
  /** The type of a variable or field, the signatures of a function. */
  readonly details: readonly string[];
  /** For a field: the type that has it, where it is known. */
  readonly owner?: CelType;
}

/** Says what the name at a place of an expression is; undefined where there is none, or nobody knows. */
export function describeInExpression(
  source: string,
  offset: number,
  given: ExpressionScope,
): NameInExpression | undefined {
  const { tokens: all } = placedTokens(source);
  const index = all.findIndex(({ from, to, kind }) => kind === 'IDENTIFIER' && from <= offset && offset < to);
  const token = all[index];
  if (token === undefined) return undefined;
  const { from, to, text: name } = token;
  const place = placeIn(source, from);
  if (place.kind !== 'code') return undefined;
  const scope = withLoopVariables(source, place, given);
  const { functions, variables } = scope.environment;
  const found = { from, to, name };
  const next = all[index + 1]?.kind;
  const before = all[index - 1]?.kind === '?' && all[index - 2]?.kind === '.' ? index - 2 : index - 1;
  const isMember = all[before]?.kind === '.' && before > 0;
  const top = place.open.at(-1);
  if (top?.struct !== undefined && top.field === undefined && next === ':' && !isMember) {
    const part = partOfMade(top.struct, scope);
    const owner = part?.kind === 'list' ? part.params[0] : part;
    const type = owner?.fields?.get(name);
    if (owner == null || type === undefined) return undefined;
    return { ...found, kind: 'field', details: [typeText(type)], owner };
  }
  if (!isMember) {
    const part = partOfMade(name, scope);
    if (part !== undefined) return { ...found, kind: 'constructor', details: [] };
    if (name === 'has' && next === '(') return { ...found, kind: 'macro', details: ['has(field) bool'] };
    const own = next === '(' ? functions.get(name)?.overloads.filter(({ member }) => !member) : undefined;
    if (own !== undefined && own.length > 0)
      return called(
        found,
        own.map((each) => signatureText(name, each)),
      );
    const type = variables.get(name);
    return type && { ...found, kind: 'variable', details: [typeText(type)] };
  }
  const { text, type = dynType } = operandType(source, all, before - 1, scope);
  const whole = `${text}.${name}`;
  const made = partOfMade(text, scope);
  if (made !== undefined) {
    const owner = made?.kind === 'list' ? made.params[0] : made;
    return { ...found, kind: 'constructor', details: [whole], ...(owner?.fields?.has(name) === true ? { owner } : {}) };
  }
  const dotted = variables.get(whole);
  if (dotted !== undefined) return { ...found, kind: 'variable', details: [typeText(dotted)] };
  if (next === '(') {
    const qualified = functions.get(whole)?.overloads.filter(({ member }) => !member);
    if (qualified !== undefined)
      return called(
        found,
        qualified.map((each) => signatureText(whole, each)),
      );
    const macro = memberMacros.find((each) => each.name === name && hasMacro(each, type));
    if (macro !== undefined) return { ...found, kind: 'macro', details: [`${name}${macro.signature}`] };
    const members = functions.get(name)?.overloads.filter(({ member }) => member) ?? [];
    return members.length === 0
      ? undefined
      : called(
          found,
          members.map((each) => signatureText(name, each)),
        );
  }
  const owner = type.name === 'optional_type' ? (type.params[0] ?? type) : type;
  const field = owner.fields?.get(name);
  return field && { ...found, kind: 'field', details: [typeText(field)], owner };
}

function called(found: Pick<NameInExpression, 'from' | 'to' | 'name'>, details: readonly string[]): NameInExpression {
  return { ...found, kind: 'function', details };
}
