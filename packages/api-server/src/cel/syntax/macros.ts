import type { Comprehension, Expression } from './expression.ts';
import type { SourceError } from './source-error.ts';

/** The accumulator of a loop; expressions cannot name it. */
const result = '@result';

/**
 * The expansion of a call: an expression, an error, or undefined where no macro has this name and number of arguments.
 */
type Expanded = Expression | SourceError | undefined;

/**
 * Expands a macro: `has`, the loops over one and two variables, and those on optional values.
 * Upstream: github.com/google/cel-go parser/macro.go, ext/comprehensions.go, ext/bindings.go,
 * cel/library.go optMap.
 */
export function expandMacro(
  at: number,
  name: string,
  target: Expression | undefined,
  args: readonly Expression[],
): Expanded {
  if (target === undefined)
    return name === 'has' && args.length === 1 ? presence(at, args[0] as Expression) : undefined;
  const make = makerOf(at);
  const [first, second, third, fourth] = args;
  if (first === undefined || second === undefined) return undefined;
  switch (`${name}:${args.length}`) {
    case 'all:2':
    case 'exists:2':
    case 'exists_one:2':
      return oneVariable(make, target, first, 'argument must be a simple name', quantifier(make, name, second));
    case 'map:2':
      return oneVariable(make, target, first, notIdentifier, gather(make, undefined, make.list([second])));
    case 'map:3':
      return oneVariable(make, target, first, notIdentifier, gather(make, second, make.list([third as Expression])));
    case 'filter:2':
      return oneVariable(make, target, first, notIdentifier, gather(make, second, make.list([first])));
    case 'bind:3':
      return binding(make, target, first, second, third as Expression);
    case 'sortBy:2':
      return sortBy(make, target, first, second);
    case 'optMap:2':
    case 'optFlatMap:2':
      return optional(make, name, target, first, second);
    case 'all:3':
    case 'exists:3':
    case 'exists_one:3':
    case 'existsOne:3':
      return twoVariables(make, target, first, second, () => quantifier(make, name, third as Expression));
    case 'transformList:3':
    case 'transformList:4': {
      const item = make.list([(fourth ?? third) as Expression]);
      return twoVariables(make, target, first, second, () => gather(make, fourth && third, item));
    }
    case 'transformMap:3':
    case 'transformMap:4': {
      const value = (fourth ?? third) as Expression;
      const key = (variable: string) => make.ident(variable);
      return twoVariables(make, target, first, second, (variable) =>
        insert(make, fourth && third, [key(variable), value]),
      );
    }
    case 'transformMapEntry:3':
    case 'transformMapEntry:4': {
      const entry = (fourth ?? third) as Expression;
      return twoVariables(make, target, first, second, () => insert(make, fourth && third, [entry]));
    }
    default:
      return undefined;
  }
}

const notIdentifier = 'argument is not an identifier';

/** Makes nodes at the position of the macro. */
interface Maker {
  readonly at: number;
  literal(value: boolean | bigint): Expression;
  ident(name: string): Expression;
  list(elements: readonly Expression[]): Expression;
  call(name: string, ...args: Expression[]): Expression;
  member(target: Expression, name: string): Expression;
}

function makerOf(at: number): Maker {
  return {
    at,
    literal: (value) => ({ kind: 'literal', at, value }),
    ident: (name) => ({ kind: 'ident', at, name }),
    list: (elements) => ({ kind: 'list', at, elements, optional: new Set() }),
    call: (name, ...args) => ({ kind: 'call', at, name, target: undefined, args }),
    member: (target, name) => ({ kind: 'call', at, name, target, args: [] }),
  };
}

function presence(at: number, argument: Expression): Expanded {
  if (argument.kind !== 'select') return { at: argument.at, message: 'invalid argument to has() macro' };
  return { ...argument, at, test: true };
}

/** The parts of a loop besides its range and variables. */
type Loop = Pick<Comprehension, 'init' | 'condition' | 'step' | 'result'>;

function quantifier(make: Maker, name: string, predicate: Expression): Loop {
  const found = () => make.ident(result);
  if (name === 'all') {
    const condition = make.call('@not_strictly_false', found());
    return { init: make.literal(true), condition, step: make.call('_&&_', found(), predicate), result: found() };
  }
  if (name === 'exists') {
    const condition = make.call('@not_strictly_false', make.call('!_', found()));
    return { init: make.literal(false), condition, step: make.call('_||_', found(), predicate), result: found() };
  }
  const more = make.call('_+_', found(), make.literal(1n));
  return {
    init: make.literal(0n),
    condition: make.literal(true),
    step: make.call('_?_:_', predicate, more, found()),
    result: make.call('_==_', found(), make.literal(1n)),
  };
}

function gather(make: Maker, filter: Expression | undefined, items: Expression): Loop {
  return filtered(make, make.list([]), filter, make.call('_+_', make.ident(result), items));
}

function insert(make: Maker, filter: Expression | undefined, entry: readonly Expression[]): Loop {
  const empty: Expression = { kind: 'map', at: make.at, entries: [] };
  return filtered(make, empty, filter, make.call('cel.@mapInsert', make.ident(result), ...entry));
}

function filtered(make: Maker, init: Expression, filter: Expression | undefined, step: Expression): Loop {
  return {
    init,
    condition: make.literal(true),
    step: filter === undefined ? step : make.call('_?_:_', filter, step, make.ident(result)),
    result: make.ident(result),
  };
}

const overwrites = 'iteration variable overwrites accumulator variable';

function oneVariable(make: Maker, range: Expression, variable: Expression, refusal: string, loop: Loop): Expanded {
  if (variable.kind !== 'ident') return { at: variable.at, message: refusal };
  if (variable.name === '__result__') return { at: variable.at, message: overwrites };
  return comprehension(make, range, variable.name, undefined, loop);
}

function twoVariables(
  make: Maker,
  range: Expression,
  first: Expression,
  second: Expression,
  loop: (first: string) => Loop,
): Expanded {
  for (const each of [first, second]) {
    if (each.kind !== 'ident') return { at: each.at, message: 'argument must be a simple name' };
  }
  if (first.kind !== 'ident' || second.kind !== 'ident') return undefined;
  if (first.name === second.name) return { at: second.at, message: `duplicate variable name: ${first.name}` };
  for (const { name, at } of [first, second]) if (name === '__result__') return { at, message: overwrites };
  return comprehension(make, range, first.name, second.name, loop(first.name));
}

function comprehension(make: Maker, range: Expression, variable: string, second: string | undefined, loop: Loop) {
  return { kind: 'comprehension', at: make.at, range, variable, second, accumulator: result, ...loop } as const;
}

/** Expands `list.sortBy(x, f)`: the list sorted by f of each item. */
function sortBy(make: Maker, target: Expression, variable: Expression, key: Expression): Expanded {
  if (target.kind === 'literal' || target.kind === 'map' || target.kind === 'struct') {
    const words = 'sortBy can only be applied to a list, identifier, comprehension, call or select expression';
    return { at: target.at, message: words };
  }
  const input = '@__sortBy_input__';
  const loop = gather(make, undefined, make.list([key]));
  const keys = oneVariable(make, make.ident(input), variable, notIdentifier, loop);
  if (keys === undefined || 'message' in keys) return keys;
  const args = [keys];
  const sorted: Expression = {
    kind: 'call',
    at: make.at,
    name: '@sortByAssociatedKeys',
    target: make.ident(input),
    args,
  };
  return bind(make, input, target, sorted);
}

/** Expands `cel.bind(x, value, f)`. Upstream: github.com/google/cel-go ext/bindings.go celBind. */
function binding(
  make: Maker,
  target: Expression,
  variable: Expression,
  value: Expression,
  inside: Expression,
): Expanded {
  if (target.kind !== 'ident' || target.name !== 'cel') return undefined;
  if (variable.kind !== 'ident') {
    return { at: variable.at, message: 'cel.bind() variable names must be simple identifiers' };
  }
  return bind(make, variable.name, value, inside);
}

/** Makes an expression in which a name is bound to a value. */
function bind(make: Maker, name: string, value: Expression, inside: Expression): Expression {
  return {
    kind: 'comprehension',
    at: make.at,
    range: make.list([]),
    variable: '#unused',
    second: undefined,
    accumulator: name,
    init: value,
    condition: make.literal(false),
    step: make.ident(name),
    result: inside,
  };
}

/** Expands `target.optMap(x, f)`: f of the value, if there is one. */
function optional(make: Maker, name: string, target: Expression, variable: Expression, mapped: Expression): Expanded {
  if (variable.kind !== 'ident') {
    return { at: variable.at, message: `${name}() variable name must be a simple identifier` };
  }
  const bound = bind(make, variable.name, make.member(target, 'value'), mapped);
  const value = name === 'optMap' ? make.call('optional.of', bound) : bound;
  return make.call('_?_:_', make.member(target, 'hasValue'), value, make.call('optional.none'));
}
