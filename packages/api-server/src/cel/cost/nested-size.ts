import type { Checked } from '../check/check.ts';
import { type CelType, dynType } from '../check/type.ts';
import type { Expression } from '../syntax/expression.ts';
import { Path, type SizeOfPath } from './path.ts';
import { either, fixed, type Range, sum, unknownSize } from './range.ts';
import { Scopes } from './walk.ts';
import { isPlain, literalSize } from './written.ts';

/** What is asked for the size of: an expression, a path, or both, of a type. */
interface Sought {
  readonly expression?: Expression;
  readonly path: readonly string[];
  readonly type: CelType;
}

interface Local {
  readonly path: Path;
  readonly size: Range | undefined;
}

const one = fixed(1n);

/**
 * The sizes of the parts of an expression, and the paths by which they are reached, while it is gone through. Those of lists
 * and maps have the sizes of what is in them.
 * Upstream: cel.dev/cel-go v0.33 common/cost/estimator.go computeSize, default_strategy.go.
 */
export class NestedSizes {
  private readonly paths = new Map<Expression, Path>();
  private readonly known = new Map<Expression, Range>();
  private readonly locals = new Scopes<Local>();
  private readonly checked: Checked;
  private readonly hint: SizeOfPath;

  /** `hint` says how large the values at a path are; nothing is known without a path. */
  constructor(checked: Checked, hint: SizeOfPath) {
    this.checked = checked;
    this.hint = (path) => (path.length === 0 ? undefined : hint(path));
  }

  type(node: Expression): CelType {
    return this.checked.types.get(node) ?? dynType;
  }

  /** Begins the scope of a variable. */
  push(name: string, path: Path, size: Range | undefined): void {
    this.locals.push(name, { path, size });
  }

  pop(name: string): void {
    this.locals.pop(name);
  }

  private local(node: Expression): Local | undefined {
    return node.kind === 'ident' ? this.locals.at(node.name) : undefined;
  }

  /** Notes where the value of a name is. */
  name(node: Expression, name: string): void {
    this.place(node, this.locals.at(name)?.path ?? Path.of(name));
  }

  place(node: Expression, path: Path): void {
    this.paths.set(node, path);
  }

  path(node: Expression): Path {
    return this.local(node)?.path ?? this.paths.get(node) ?? Path.none;
  }

  set(node: Expression, size: Range | undefined): void {
    if (size !== undefined) this.known.set(node, size);
  }

  copy(to: Expression, from: Expression): void {
    this.set(to, this.of(from));
  }

  /** The size of an expression; undefined where nothing is known of it. */
  of(node: Expression): Range | undefined {
    const known = this.known.get(node);
    if (known !== undefined) return known;
    const local = this.local(node)?.size;
    const path = this.path(node).parts();
    const found =
      local === undefined ? this.sought({ expression: node, path, type: this.type(node) }) : this.hint(path);
    this.set(node, found);
    return found ?? local;
  }

  private sought(sought: Sought): Range | undefined {
    const { expression, path, type } = sought;
    const literal = expression && literalSize(expression);
    if (literal !== undefined) return literal;
    switch (type.kind) {
      case 'list':
        return this.ofList(sought);
      case 'map':
        return this.ofMap(sought);
      case 'dyn':
      case 'any':
      case 'param':
        return this.ofAny(path);
      default:
        return this.hint(path) ?? (isPlain(type) ? one : undefined);
    }
  }

  /** The size of an expression or of what is at a path; where nothing is known of it, any. */
  private some(expression: Expression | undefined, path: readonly string[], type: CelType): Range {
    const known = expression && this.of(expression);
    return known ?? this.sought({ ...(expression === undefined ? {} : { expression }), path, type }) ?? unknownSize;
  }

  private ofList({ expression, path, type }: Sought): Range | undefined {
    const inside = type.params[0] ?? dynType;
    const written = expression && this.writtenList(expression, inside);
    const size = written ?? this.hint(path);
    const item = this.part(path, '@items', inside, size?.item);
    if (size === undefined && item === undefined && expression === undefined) return undefined;
    return withParts(size, undefined, item ?? (size?.max === 0n ? undefined : unknownSize));
  }

  private ofMap({ expression, path, type }: Sought): Range | undefined {
    const [ofKey = dynType, ofValue = dynType] = type.params;
    const written = expression && this.writtenMap(expression, type, ofKey, ofValue);
    const size = written ?? this.hint(path);
    const key = this.part(path, '@keys', ofKey, size?.key);
    const item = this.part(path, '@values', ofValue, size?.item);
    if (size === undefined && key === undefined && item === undefined && expression === undefined) return undefined;
    const other = size?.max === 0n ? undefined : unknownSize;
    return withParts(size, key ?? other, item ?? other);
  }

  /** The size of what is in a list or map, where `known` does not say all of it. */
  private part(path: readonly string[], step: string, type: CelType, known: Range | undefined): Range | undefined {
    const isOpen = ['list', 'map', 'dyn', 'any', 'param'].includes(type.kind);
    let found = known;
    if (path.length > 0 && (known === undefined || (known.item === undefined && isOpen))) {
      const size = this.some(undefined, [...path, step], type);
      if (!isUnknown(size)) found = known === undefined ? size : withParts(known, size.key, size.item);
    }
    return found ?? (isPlain(type) ? one : undefined);
  }

  private ofAny(path: readonly string[]): Range | undefined {
    const size = this.hint(path);
    if (size?.item !== undefined || size?.key !== undefined || path.length === 0) return size;
    const inside = (step: string) => {
      if (path.length >= deepest || this.hint([...path, step]) === undefined) return undefined;
      const found = this.some(undefined, [...path, step], dynType);
      return isUnknown(found) ? undefined : found;
    };
    const item = inside('@items');
    if (item !== undefined) return withParts(size, undefined, item);
    const [key, value] = [inside('@keys'), inside('@values')];
    if (key === undefined && value === undefined) return size;
    const other = size?.max === 0n ? undefined : unknownSize;
    return withParts(size, key ?? other, value ?? other);
  }

  /** The size of a list that is written out; those of calls are known from their arguments. */
  private writtenList(expression: Expression, inside: CelType): Range | undefined {
    if (expression.kind !== 'list') return undefined;
    let absent = 0;
    let item: Range | undefined;
    for (const [index, element] of expression.elements.entries()) {
      const present = expression.optional.has(index) ? this.heldBy(element) : element;
      if (present === undefined) absent++;
      else item = either(item, this.some(present, [], inside));
    }
    const { length } = expression.elements;
    const size = { min: BigInt(length - expression.optional.size), max: BigInt(length - absent) };
    return withParts(size, undefined, item);
  }

  private writtenMap(expression: Expression, type: CelType, ofKey: CelType, ofValue: CelType): Range | undefined {
    if (expression.kind === 'call') {
      if (expression.name !== 'cel.@mapInsert') return undefined;
      const [map, key, value] = expression.args;
      const size = this.some(map, [], type);
      if (value === undefined) return sum(size, this.some(key, [], type));
      const more = withParts(one, this.some(key, [], ofKey), this.some(value, [], ofValue));
      return sum(size, more);
    }
    if (expression.kind !== 'map') return undefined;
    let [key, item]: (Range | undefined)[] = [];
    for (const entry of expression.entries) {
      key = either(key, this.some(entry.key, [], ofKey));
      item = either(item, this.some(entry.value, [], ofValue));
    }
    const { length } = expression.entries;
    const optional = expression.entries.filter((entry) => entry.optional).length;
    return withParts({ min: BigInt(length - optional), max: BigInt(length) }, key, item);
  }

  /** What an optional element of a list puts in it; undefined where that is nothing. */
  private heldBy(element: Expression): Expression | undefined {
    const name = this.checked.calls.get(element)?.declaration.name;
    if (element.kind !== 'call' || name === 'optional.none') return name === undefined ? element : undefined;
    return name === 'optional.of' || name === 'optional.ofNonZeroValue' ? element.args[0] : element;
  }
}

/** How many levels of values of any type are looked at. Upstream: default_strategy.go maxHintDepth. */
const deepest = 32;

function withParts(size: Range = unknownSize, key: Range | undefined, item: Range | undefined): Range {
  return { min: size.min, max: size.max, key, item };
}

function isUnknown({ min, max, key, item }: Range): boolean {
  return min === 0n && max === unknownSize.max && key === undefined && item === undefined;
}
