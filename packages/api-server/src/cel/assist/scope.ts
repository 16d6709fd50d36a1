import { checkExpression, type Environment } from '../check/check.ts';
import { type CelType, dynType, intType } from '../check/type.ts';
import { parseExpression } from '../syntax/parse.ts';
import { loops } from './macro-names.ts';
import { operandStart, type PlacedToken, type PlaceInExpression } from './tokens-before.ts';

/** What an expression of some place may name, for those who write it. */
export interface ExpressionScope {
  readonly environment: Environment;
  /** The object that a mutation makes, where its type is known; null where it is not. Absent where nothing is made. */
  readonly made?: CelType | null;
  /** How an expression of this place usually begins: `Object{`. */
  readonly beginnings: readonly string[];
  /** Names of functions and macros that the release does not have. */
  readonly without: ReadonlySet<string>;
}

/** The type of an expression; undefined where it cannot be read, or nobody knows. */
export function typeIn(source: string, { environment, without }: ExpressionScope): CelType | undefined {
  const parsed = parseExpression(source, { without });
  if (parsed.kind === 'error') return undefined;
  const { type } = checkExpression(parsed.expression, environment);
  return type.kind === 'error' ? undefined : type;
}

/** The type of the operand that ends with a token. */
export function operandType(
  source: string,
  tokens: readonly PlacedToken[],
  end: number,
  scope: ExpressionScope,
): { readonly text: string; readonly type: CelType | undefined } {
  const text = source.slice(tokens[operandStart(tokens, end)]?.from ?? 0, tokens[end]?.to ?? 0);
  return { text, type: typeIn(text, scope) };
}

/** Adds the variables of the loops around a place: of `each` in `list.all(each, …`. */
export function withLoopVariables(source: string, place: PlaceInExpression, scope: ExpressionScope): ExpressionScope {
  const { tokens, open } = place;
  let inner = scope;
  for (const { sign, at, before } of open) {
    const name = tokens[at - 1]?.text ?? '';
    if (sign !== '(' || tokens[at - 2]?.kind !== '.' || !loops.has(name)) continue;
    const names = before.slice(0, loops.get(name)).map(([from, to]) => {
      const first = tokens[from];
      return to === from + 1 && first?.kind === 'IDENTIFIER' ? first.text : undefined;
    });
    const { type } = operandType(source, tokens, at - 3, inner);
    const types = loopTypes(name, type ?? dynType, names[1] !== undefined);
    const variables = new Map(inner.environment.variables);
    for (const [index, variable] of names.entries()) {
      if (variable !== undefined) variables.set(variable, types[index] ?? dynType);
    }
    inner = { ...inner, environment: { ...inner.environment, variables } };
  }
  return inner;
}

function loopTypes(macro: string, { kind, params }: CelType, isPair: boolean): readonly CelType[] {
  const [first = dynType, second = dynType] = params;
  if (macro.startsWith('opt')) return [first];
  if (kind === 'list') return isPair ? [intType, first] : [first];
  return kind === 'map' ? [first, second] : [dynType, dynType];
}
