import { compareStrings, type FieldError, fieldErrorsText, invalid } from '@managed-fields/merge-engine';
import type { TypeCatalog } from '../catalog/catalog.ts';
import { labelValue, qualifiedName } from '../catalog/names.ts';
import { hasChange } from './changes.ts';
import type { Requirement } from './requirement.ts';

/** A selector that was read, or what is wrong with it in upstream's words. */
export type ReadSelector =
  | { readonly kind: 'selector'; readonly requirements: readonly Requirement[] }
  | { readonly kind: 'malformed'; readonly message: string };

/** A token: `end` behind the last one, `word` for all that is no sign, `in` and `notin` too. */
interface Token {
  readonly kind: 'end' | 'word' | 'sign';
  readonly text: string;
}

/** The release that reads a selector, and its words; absent: v1.36. */
export type SelectorRelease = Pick<TypeCatalog, 'minor' | 'worded'>;

/** Left where a selector is malformed. */
class Malformed extends Error {}

/**
 * Parses a label selector such as `app=web,tier in (a,b),!x`.
 * Upstream: apimachinery pkg/labels/selector.go Parse.
 */
export function parseLabelSelector(text: string, release: SelectorRelease = {}): ReadSelector {
  try {
    return { kind: 'selector', requirements: selector(new Tokens(text, release)) };
  } catch (error) {
    if (error instanceof Malformed) return { kind: 'malformed', message: error.message };
    throw error;
  }
}

/** Parses a label selector; undefined where it is malformed. */
export function readSelector(text: string): readonly Requirement[] | undefined {
  const read = parseLabelSelector(text);
  return read.kind === 'selector' ? read.requirements : undefined;
}

/** The tokens of a selector in their order. Upstream: selector.go Lexer, Parser.lookahead, Parser.consume. */
class Tokens {
  readonly release: SelectorRelease;
  readonly #tokens: readonly Token[];
  #at = 0;

  constructor(text: string, release: SelectorRelease) {
    this.release = release;
    this.#tokens = tokensOf(text);
  }

  peek(): Token {
    return this.#tokens[this.#at] ?? end;
  }

  take(): Token {
    return this.#tokens[this.#at++] ?? end;
  }
}

const end: Token = { kind: 'end', text: '' };

/** A byte 0 ends the text, but directly behind a token, where it only ends the token. Upstream: selector.go Lexer.Lex. */
function tokensOf(text: string): readonly Token[] {
  const tokens: Token[] = [];
  for (const [, found] of text.matchAll(/(==|!=|[=!(),<>]|[^ \t\r\n\0=!(),<>]+)\0?|\0/g)) {
    if (found === undefined) break;
    tokens.push({ kind: /^[=!(),<>]/.test(found) ? 'sign' : 'word', text: found });
  }
  return tokens;
}

function fail(found: Token, expected: string): never {
  throw new Malformed(`found '${found.text}'${expected}`);
}

const isSign = (token: Token, text: string) => token.kind === 'sign' && token.text === text;
const beginsRequirement = (token: Token) => token.kind === 'word' || isSign(token, '!');

function selector(tokens: Tokens): readonly Requirement[] {
  const requirements: Requirement[] = [];
  for (;;) {
    const first = tokens.peek();
    if (first.kind === 'end') return requirements;
    if (!beginsRequirement(first)) fail(first, ", expected: !, identifier, or 'end of string'");
    requirements.push(namedRequirement(tokens));
    const next = tokens.take();
    if (next.kind === 'end') return requirements;
    if (!isSign(next, ',')) fail(next, ", expected: ',' or 'end of string'");
    const after = tokens.peek();
    if (!beginsRequirement(after)) fail(after, ", expected: identifier after ','");
  }
}

function namedRequirement(tokens: Tokens): Requirement {
  try {
    return requirement(tokens);
  } catch (error) {
    throw error instanceof Malformed ? new Malformed(`unable to parse requirement: ${error.message}`) : error;
  }
}

function requirement(tokens: Tokens): Requirement {
  let first = tokens.take();
  const isAbsent = isSign(first, '!');
  if (isAbsent) first = tokens.take();
  if (first.kind !== 'word') fail(first, ', expected: identifier');
  const key = first.text;
  const complaints = qualifiedName(key);
  refuse(tokens, complaints.length === 0 ? [] : [invalid(undefined, key, complaints.join('; '))]);
  if (isAbsent) return { kind: 'absent', key };
  const next = tokens.peek();
  if (next.kind === 'end' || isSign(next, ',')) return { kind: 'exists', key };
  return compared(tokens, key);
}

function compared(tokens: Tokens, key: string): Requirement {
  const operator = tokens.take();
  switch (operator.text) {
    case 'in':
    case 'notin': {
      const found = [...new Set(values(tokens))].toSorted(compareStrings);
      refuse(
        tokens,
        found.flatMap((each, index) => valueErrors(key, each, index)),
      );
      return { kind: operator.text, key, values: found };
    }
    case '=':
    case '==':
    case '!=': {
      const value = exactValue(tokens);
      refuse(tokens, valueErrors(key, value, 0));
      return { kind: operator.text === '!=' ? 'differs' : 'equals', key, value };
    }
    case '<':
    case '>': {
      const value = exactValue(tokens);
      const number = integerOf(value);
      const why = "for 'Gt', 'Lt' operators, the value must be an integer";
      refuse(tokens, [
        ...(number === undefined ? [invalid('values[0]', value, why)] : []),
        ...valueErrors(key, value, 0),
      ]);
      return { kind: operator.text === '>' ? 'above' : 'below', key, number: number ?? 0n };
    }
    default:
      return fail(operator, ', expected: in, notin, =, ==, !=, gt, lt');
  }
}

/** Upstream: selector.go validateLabelValue. */
function valueErrors(key: string, value: string, index: number): readonly FieldError[] {
  const complaints = labelValue(value);
  return complaints.length === 0 ? [] : [invalid(`values[${index}][${key}]`, value, complaints.join('; '))];
}

function refuse({ release }: Tokens, errors: readonly FieldError[]): void {
  if (errors.length > 0) throw new Malformed(fieldErrorsText(release.worded?.(errors) ?? errors));
}

/** A number as strconv.ParseInt reads it; undefined where it is none of 64 bits. */
function integerOf(text: string): bigint | undefined {
  if (!/^[+-]?\d+$/.test(text)) return undefined;
  const number = BigInt(text.replace('+', ''));
  return BigInt.asIntN(64, number) === number ? number : undefined;
}

/** Upstream: selector.go parseExactValue. */
function exactValue(tokens: Tokens): string {
  const next = tokens.peek();
  if (next.kind === 'end' || isSign(next, ',')) return '';
  const value = tokens.take();
  return value.kind === 'word' ? value.text : fail(value, ', expected: identifier');
}

/** Upstream: selector.go parseValues, parseIdentifiersList. */
function values(tokens: Tokens): readonly string[] {
  const open = tokens.take();
  if (!isSign(open, '(')) fail(open, " expected: '('");
  const first = tokens.peek();
  if (isSign(first, ')')) {
    tokens.take();
    return [''];
  }
  if (first.kind !== 'word' && !isSign(first, ',')) fail(first, ", expected: ',', ')' or identifier");
  const found: string[] = [];
  for (;;) {
    const token = tokens.take();
    const next = tokens.peek();
    if (token.kind === 'word') {
      found.push(token.text);
      if (!isSign(next, ',') && !isSign(next, ')')) fail(next, ", expected: ',' or ')'");
    } else if (isSign(token, ',')) {
      if (found.length === 0) found.push('');
      if (isSign(next, ')') || isSign(next, ',')) found.push('');
      if (isSign(next, ',')) {
        tokens.take();
        if (!hasChange('endsBehindCommas', tokens.release)) continue;
      }
    } else fail(token, ", expected: ',', or identifier");
    if (isSign(tokens.peek(), ')')) {
      tokens.take();
      return found;
    }
  }
}
