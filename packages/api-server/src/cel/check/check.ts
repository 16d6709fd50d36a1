import type { Declaration, Overload } from '../library/declaration.ts';
import { type CelRelease, does, noteName, usualRelease } from '../release.ts';
import type { Call, Comprehension, Expression, Select, StructField } from '../syntax/expression.ts';
import type { SourceError } from '../syntax/source-error.ts';
import { typeName } from '../value/cel-value.ts';
import { hasMessageField } from '../value/message.ts';
import { guess, namesMeant } from './suggest.ts';
import {
  boolType,
  bytesType,
  type CelType,
  doubleType,
  dynType,
  errorType,
  intType,
  isDyn,
  listType,
  mapType,
  nullType,
  optionalType,
  paramType,
  sameType,
  stringType,
  typeText,
  typeType,
  uintType,
} from './type.ts';
import { Mapping, mostGeneral, substitute } from './unify.ts';

/** The variables and functions that an expression may name. */
export interface Environment {
  readonly variables: ReadonlyMap<string, CelType>;
  readonly functions: ReadonlyMap<string, Declaration>;
  /** Finds an object type that expressions can make by its name; undefined where there is none. */
  structs?(name: string): CelType | undefined;
  /** The release whose words and rules count. */
  readonly release?: CelRelease;
  /** All names that somebody may have meant by one that nobody knows. */
  readonly known?: () => ReadonlySet<string>;
}

/** The result of checking an expression. */
export interface Checked {
  readonly type: CelType;
  readonly types: ReadonlyMap<Expression, CelType>;
  /** The function of each call. */
  readonly calls: ReadonlyMap<Expression, ResolvedCall>;
  /** The variable of each dotted name: `a.b` may be one name. */
  readonly names: ReadonlyMap<Expression, string>;
  readonly errors: readonly SourceError[];
}

/** A call with its function. The target is the first argument unless it belongs to the function's name. */
export interface ResolvedCall {
  readonly declaration: Declaration;
  readonly candidates: readonly Overload[];
  readonly args: readonly Expression[];
}

/** Checks the types of an expression. Upstream: github.com/google/cel-go checker/checker.go Check. */
export function checkExpression(expression: Expression, environment: Environment): Checked {
  const checker = new Checker(environment);
  checker.check(expression);
  return checker.finish(expression);
}

class Checker {
  private readonly mapping = new Mapping();
  private counter = 0;
  private readonly types = new Map<Expression, CelType>();
  private readonly calls = new Map<Expression, ResolvedCall>();
  private readonly names = new Map<Expression, string>();
  private readonly errors: SourceError[] = [];
  private scopes: readonly ReadonlyMap<string, CelType>[];
  private readonly environment: Environment;
  private readonly release: CelRelease;

  constructor(environment: Environment) {
    this.environment = environment;
    this.release = environment.release ?? usualRelease;
    this.scopes = [environment.variables];
  }

  finish(expression: Expression): Checked {
    for (const [node, type] of this.types) this.types.set(node, substitute(this.mapping, type, true));
    const { types, calls, names, errors } = this;
    return { type: this.typeOf(expression), types, calls, names, errors };
  }

  check(node: Expression): void {
    this.types.set(node, this.checked(node));
  }

  private checked(node: Expression): CelType {
    switch (node.kind) {
      case 'literal':
        return literalTypes.get(typeName(node.value)) ?? dynType;
      case 'ident':
        return this.ident(node, node.name) ?? this.undeclared(node.at, node.name);
      case 'select':
        return this.select(node);
      case 'call':
        return this.call(node);
      case 'list':
        return this.list(node.elements, node.optional);
      case 'map':
        return this.map(node);
      case 'struct':
        return this.struct(node);
      case 'comprehension':
        return this.comprehension(node);
    }
  }

  private typeOf(node: Expression): CelType {
    return this.types.get(node) ?? errorType;
  }

  private report(at: number, message: string): CelType {
    this.errors.push({ at, message });
    return errorType;
  }

  private undeclared(at: number, name: string): CelType {
    const container = does('guessesNames', this.release) ? guess(name, this.known()) : " (in container '')";
    return this.report(at, `undeclared reference to '${name}'${container}`);
  }

  private known(): ReadonlySet<string> {
    return this.environment.known?.() ?? new Set();
  }

  /**
   * Reports a dotted name that begins with nothing declared, where it is like one that there is.
   * Upstream: errors.go checkUndeclaredIdent, checkUndeclaredFunction.
   */
  private undeclaredPath(at: number, before: string, name: string): CelType | undefined {
    if (!does('guessesNames', this.release)) return undefined;
    const parts = before.replace(/^\./, '').split('.');
    if (parts.some((_, index) => this.isDeclared(parts.slice(0, index + 1).join('.')))) return undefined;
    const path = `${before}.${name}`;
    const known = this.known();
    return known.has(path) || namesMeant(path, known).length > 0 ? this.undeclared(at, path) : undefined;
  }

  private isDeclared(name: string): boolean {
    return this.scopes.some((scope) => scope.has(name)) || this.madeType(name) !== undefined;
  }

  private ident(node: Expression, written: string): CelType | undefined {
    const name = written.startsWith('.') ? written.slice(1) : written;
    const outside = name !== written && does('reachesOutside', this.release);
    const scopes = outside ? this.scopes.slice(0, 1) : this.scopes;
    const type = scopes.findLast((scope) => scope.has(name))?.get(name) ?? this.madeType(name);
    if (type === undefined) return undefined;
    const [first = ''] = written.split('.');
    const isLocal = first !== written && this.scopes.slice(1).some((scope) => scope.has(first));
    if (isLocal && does('reachesOutside', this.release)) return undefined;
    this.names.set(node, name);
    return type;
  }

  private madeType(name: string): CelType | undefined {
    const made = this.environment.structs?.(name);
    return made && typeType(made);
  }

  private select(node: Select): CelType {
    const dotted = dottedName(node);
    const named = dotted === undefined ? undefined : this.ident(node, dotted);
    if (named !== undefined) return named;
    const before = dotted === undefined ? undefined : dottedName(node.operand);
    if (before !== undefined) {
      const unknown = this.undeclaredPath(node.at, before, node.field);
      if (unknown !== undefined) return unknown;
    }
    const type = this.field(node.at, node.operand, node.field, false);
    return node.test ? boolType : substitute(this.mapping, type, false);
  }

  private field(at: number, operand: Expression, field: string, optional: boolean): CelType {
    this.check(operand);
    const given = substitute(this.mapping, this.typeOf(operand), false);
    const inner = unwrapped(given);
    const type = this.fieldOf(at, inner ?? given, field);
    return inner !== undefined || optional ? optionalType(type) : type;
  }

  private fieldOf(at: number, type: CelType, field: string): CelType {
    switch (type.kind) {
      case 'map':
        return type.params[1] ?? dynType;
      case 'struct':
        return type.fields?.get(field) ?? type.others ?? this.report(at, noField(type, field));
      case 'param':
        this.assign(dynType, type);
        return dynType;
      default:
        if (!isDyn(type) && type.kind !== 'error') {
          this.report(at, `type '${typeText(type)}' does not support field selection`);
        }
        return dynType;
    }
  }

  private call(node: Call): CelType {
    const [operand, field] = node.args;
    if (node.name === '_?._' && operand !== undefined && field?.kind === 'literal') {
      return substitute(this.mapping, this.field(node.at, operand, String(field.value), true), false);
    }
    for (const arg of node.args) this.check(arg);
    const { functions } = this.environment;
    const prefix = node.target && dottedName(node.target);
    const path = prefix === undefined ? undefined : `${prefix.replace(/^\./, '')}.${node.name}`;
    noteName(node.name, this.release);
    if (path !== undefined) noteName(path, this.release);
    if (node.target === undefined) {
      const name = node.name.startsWith('.') ? node.name.slice(1) : node.name;
      const declaration = functions.get(name);
      if (declaration === undefined) return this.undeclared(node.at, node.name);
      return this.resolve(node, declaration, node.args, false);
    }
    const qualified = path === undefined ? undefined : functions.get(path);
    if (qualified !== undefined) return this.resolve(node, qualified, node.args, false);
    const unknown = prefix === undefined ? undefined : this.undeclaredPath(node.at, prefix, node.name);
    if (unknown !== undefined) return unknown;
    this.check(node.target);
    const declaration = functions.get(node.name);
    if (declaration === undefined) return this.undeclared(node.at, node.name);
    return this.resolve(node, declaration, [node.target, ...node.args], true);
  }

  private resolve(node: Call, declaration: Declaration, args: readonly Expression[], member: boolean): CelType {
    const { name } = declaration;
    for (const turn of declaration.turns ?? []) this.release.turns?.add(turn);
    if (name === '_&&_' || name === '_||_') return this.logical(node, declaration);
    const given = args.map((arg) => this.typeOf(arg));
    const candidates: Overload[] = [];
    let result: CelType | undefined;
    for (const overload of declaration.overloads) {
      if (overload.member !== member) continue;
      const [wanted, own] = this.instantiate(overload);
      if (!this.mapping.assign(given, wanted)) continue;
      candidates.push(overload);
      const type = substitute(this.mapping, own, false);
      if (result === undefined) result = type;
      else if (!isDyn(result) && !sameType(type, result)) result = dynType;
    }
    if (result === undefined) {
      const shown = given.map((type) => typeText(substitute(this.mapping, type, true)));
      const applied = member ? `${shown[0]}.(${shown.slice(1).join(', ')})` : `(${shown.join(', ')})`;
      return this.report(node.at, `found no matching overload for '${name}' applied to '${applied}'`);
    }
    this.calls.set(node, { declaration, candidates, args });
    return result;
  }

  private logical(node: Call, declaration: Declaration): CelType {
    let type = boolType;
    for (const arg of node.args) if (!this.assert(arg, boolType, arg)) type = errorType;
    this.calls.set(node, { declaration, candidates: declaration.overloads, args: node.args });
    return type;
  }

  /** Returns the types of an overload, with new type parameters. */
  private instantiate({ args, result }: Overload): readonly [readonly CelType[], CelType] {
    const own = new Map<string, CelType>();
    const fresh = (type: CelType): CelType => {
      if (type.kind === 'param') {
        const known = own.get(type.name) ?? this.freshType();
        own.set(type.name, known);
        return known;
      }
      return type.params.length === 0 ? type : { ...type, params: type.params.map(fresh) };
    };
    return [args.map(fresh), fresh(result)];
  }

  private freshType(): CelType {
    return paramType(`_var${this.counter++}`);
  }

  private assign(first: CelType, second: CelType): boolean {
    return this.mapping.assign([first], [second]);
  }

  /** Reports a node whose type is not the wanted one. */
  private assert(node: Expression, wanted: CelType, at: Expression): boolean {
    const type = this.typeOf(node);
    if (this.assign(wanted, type)) return true;
    this.mismatch(at.at, wanted, type);
    return false;
  }

  private mismatch(at: number, wanted: CelType, found: CelType): CelType {
    return this.report(at, `expected type '${typeText(wanted)}' but found '${typeText(found)}'`);
  }

  private join(before: CelType | undefined, type: CelType): CelType {
    if (before === undefined) return type;
    // Mixed types are reported later, except in the arguments of `format`.
    return this.assign(before, type) ? mostGeneral(before, type) : dynType;
  }

  private list(elements: readonly Expression[], optional: ReadonlySet<number>): CelType {
    let item: CelType | undefined;
    elements.forEach((element, index) => {
      this.check(element);
      item = this.join(item, this.entryType(element, optional.has(index)));
    });
    return listType(item ?? this.freshType());
  }

  /** Returns the type of an element; for an optional element, the type of its value. */
  private entryType(node: Expression, optional: boolean): CelType {
    const type = this.typeOf(node);
    if (!optional) return type;
    const inner = unwrapped(type);
    if (inner === undefined && !isDyn(type)) this.mismatch(node.at, optionalType(type), type);
    return inner ?? type;
  }

  private map({ entries }: Extract<Expression, { kind: 'map' }>): CelType {
    let keyType: CelType | undefined;
    let valueType: CelType | undefined;
    for (const { key, value, optional } of entries) {
      this.check(key);
      keyType = this.join(keyType, this.typeOf(key));
      this.check(value);
      valueType = this.join(valueType, this.entryType(value, optional));
    }
    return mapType(keyType ?? this.freshType(), valueType ?? this.freshType());
  }

  /** Checks a message with its fields. Types of Kubernetes may be named too, but have no fields to set. */
  private struct(node: Extract<Expression, { kind: 'struct' }>): CelType {
    const type = this.ident(node, node.name);
    if (type === undefined) return this.undeclared(node.at, node.name);
    // The name is that of a type and not of a value.
    this.names.delete(node);
    if (type.kind !== 'type') {
      const shown = typeText(type);
      const meant = does('guessesNames', this.release) ? guess(shown, this.known()) : '';
      return this.report(node.at, `'${shown}' is not a type${meant}`);
    }
    const named = type.params[0] ?? dynType;
    const isMessage = named.kind === 'timestamp' || named.kind === 'duration';
    if (named.kind !== 'struct' && !isMessage) {
      return this.report(node.at, `'${typeText(named)}' is not a message type`);
    }
    for (const field of node.fields) {
      this.check(field.value);
      if (isMessage) this.madeField(field, hasMessageField(field.name) ? intType : undefined);
      else if (named.others) this.madeField(field, named.fields?.get(field.name) ?? named.others);
      else this.fieldOf(field.at, named, field.name);
    }
    return named;
  }

  /** Upstream: checker.go checkCreateStruct. */
  private madeField({ at, name, value, optional }: StructField, known: CelType | undefined): void {
    const wanted = known ?? this.report(at, `undefined field '${name}'`);
    const given = this.entryType(value, optional);
    if (this.assign(wanted, given)) return;
    const [expected, provided] = [wanted, substitute(this.mapping, given, false)].map(typeText);
    this.report(at, `expected type of field '${name}' is '${expected}' but provided type is '${provided}'`);
  }

  private comprehension(node: Comprehension): CelType {
    this.check(node.range);
    this.check(node.init);
    const range = substitute(this.mapping, this.typeOf(node.range), false);
    const accumulated = this.typeOf(node.init);
    const outer = this.scopes;
    const result = new Map([[node.accumulator, accumulated]]);
    const variables = this.loopVariables(node, range);
    this.scopes = [...outer, result, variables];
    this.check(node.condition);
    this.assert(node.condition, boolType, node.condition);
    this.check(node.step);
    this.assert(node.step, accumulated, node.step);
    this.scopes = [...outer, result];
    this.check(node.result);
    this.scopes = outer;
    return substitute(this.mapping, this.typeOf(node.result), false);
  }

  private loopVariables(node: Comprehension, range: CelType): Map<string, CelType> {
    const [first, second] = this.loopTypes(node, range);
    const variables = new Map([[node.variable, first]]);
    return node.second === undefined ? variables : variables.set(node.second, second);
  }

  private loopTypes({ range, second }: Comprehension, type: CelType): readonly [CelType, CelType] {
    const [item = dynType, value = dynType] = type.params;
    switch (type.kind) {
      case 'list':
        return second === undefined ? [item, item] : [intType, item];
      case 'map':
        return [item, value];
      case 'dyn':
      case 'error':
      case 'param':
        this.assign(dynType, type);
        return [dynType, dynType];
      default: {
        const words = 'cannot be range of a comprehension (must be list, map, or dynamic)';
        this.report(range.at, `expression of type '${typeText(type)}' ${words}`);
        return [errorType, errorType];
      }
    }
  }
}

const literalTypes: ReadonlyMap<string, CelType> = new Map([
  ['bool', boolType],
  ['bytes', bytesType],
  ['double', doubleType],
  ['int', intType],
  ['null_type', nullType],
  ['string', stringType],
  ['uint', uintType],
]);

/** Returns the type of an optional type's value. */
function unwrapped(type: CelType): CelType | undefined {
  return type.kind === 'opaque' && type.name === 'optional_type' ? type.params[0] : undefined;
}

/** Upstream: checker.go lookupFieldType, where the types of libraries are not known to have fields at all. */
function noField({ fields, name }: CelType, field: string): string {
  return fields === undefined ? `unexpected failed resolution of '${name}'` : `undefined field '${field}'`;
}

/** Returns `a.b.c` for a node that consists of names only. */
function dottedName(node: Expression): string | undefined {
  if (node.kind === 'ident') return node.name;
  if (node.kind !== 'select' || node.test) return undefined;
  const before = dottedName(node.operand);
  return before === undefined ? undefined : `${before}.${node.field}`;
}
