import { elementToString, fieldElement, indexElement } from '../fieldpath/element.ts';
import type { Atom, ListType, MapType, Scalar } from '../schema/atom.ts';
import { libraryDoes, type MergeLibrary } from '../schema/library.ts';
import { formatWithoutArguments, quote } from '../value/go-text.ts';
import { sortedKeys } from '../value/order.ts';
import { isList, isMap, type Value, type ValueList, type ValueMap } from '../value/value.ts';
import { type Items, itemsOf, omitsAllKeys } from './list-items.ts';
import { printed, scalarProblem, type ValidationError } from './validation-error.ts';
import { fieldType, SchemaWalk, type Side } from './walk.ts';

/** A value of some type. Upstream: structured-merge-diff typed/typed.go TypedValue. */
export interface TypedValue {
  readonly value: Value;
  readonly type: Atom;
}

/** How strictly a value is validated. */
export interface ValidationOptions {
  /** Whether sets and map lists may hold an item twice: yes for live objects, no for applied configurations. */
  readonly allowDuplicates: boolean;
  /** The release of structured-merge-diff; the usual one where none is named. */
  readonly library?: MergeLibrary | undefined;
}

/** The answer of a validation by a type. */
export type Typed =
  | { readonly kind: 'typed'; readonly typed: TypedValue }
  | { readonly kind: 'invalid'; readonly errors: readonly ValidationError[] };

/**
 * Gives a value a type if it conforms to it. Upstream: structured-merge-diff typed/typed.go AsTyped.
 *
 * @example
 * ```js
 * import { asTyped, toSchemaFromOpenAPI, validationErrorsToString } from '@managed-fields/merge-engine/typed';
 * import { mapFromPlain } from '@managed-fields/merge-engine';
 *
 * const spec = mapFromPlain({ type: 'object', properties: { replicas: { type: 'integer' } } });
 * const type = toSchemaFromOpenAPI(new Map([['Spec', spec]])).type('Spec');
 * if (type === undefined) throw new Error('no type');
 * const answer = asTyped(mapFromPlain({ replicas: 'three' }), type, { allowDuplicates: false });
 * if (answer.kind === 'invalid') console.log(validationErrorsToString(answer.errors));
 * ```
 * ```text
 * .replicas: expected numeric (int or float), got string
 * ```
 */
export function asTyped(value: Value, type: Atom, options: ValidationOptions): Typed {
  const errors = validate(value, type, options.allowDuplicates, options.library);
  return errors.length === 0 ? { kind: 'typed', typed: { value, type } } : { kind: 'invalid', errors };
}

/**
 * Every way in which a value does not conform to a type, in upstream's words and in the order of sorted keys.
 * Upstream: structured-merge-diff typed/validate.go.
 */
export function validate(
  value: Value,
  type: Atom,
  allowDuplicates: boolean,
  library?: MergeLibrary,
): readonly ValidationError[] {
  const quick = new Validation(allowDuplicates, library, false);
  quick.walk(type, value, undefined, undefined);
  if (quick.errors.length === 0) return quick.errors;
  const ordered = new Validation(allowDuplicates, library, true);
  ordered.walk(type, value, undefined, undefined);
  return ordered.errors;
}

/** Validates a value. The order of fields matters only for the errors, so a first pass goes without it. */
class Validation extends SchemaWalk<void> {
  private readonly allowDuplicates: boolean;
  private readonly library: MergeLibrary | undefined;
  private readonly ordered: boolean;

  constructor(allowDuplicates: boolean, library: MergeLibrary | undefined, ordered: boolean) {
    super();
    this.allowDuplicates = allowDuplicates;
    this.library = library;
    this.ordered = ordered;
  }

  protected unfit(): void {}

  protected scalar(type: Scalar, value: Side): void {
    const problem = scalarProblem(type, value);
    if (problem !== undefined) this.fail(problem);
  }

  protected map(type: MapType, value: Side): void {
    if (isMap(value)) this.fields(type, value);
    else this.mismatch('map', value ?? null);
  }

  /** Validates the fields of a map. Upstream stops at the first field that is not declared, in random order. */
  private fields(type: MapType, map: ValueMap): void {
    let undeclared: string | undefined;
    for (const name of this.ordered ? sortedKeys(map) : map.keys()) {
      const inside = fieldType(type, name);
      if (inside === undefined) undeclared ??= name;
      else this.child(fieldElement(name), inside, map.get(name), undefined, undefined);
    }
    if (undeclared !== undefined) {
      this.errors.push({ path: `.${undeclared}`, message: 'field not declared in schema' });
    }
  }

  protected list(type: ListType, value: Side): void {
    if (isList(value)) {
      if (type.relationship === 'associative') this.items(type, value);
      else this.places(type, value);
    } else this.mismatch('list', value ?? null);
  }

  private mismatch(expected: 'map' | 'list', value: Value): void {
    if (value === null) return;
    const message = `expected ${expected}, got ${printed(value)}`;
    this.fail(libraryDoes('formatsTwice', this.library) ? formatWithoutArguments(message) : message);
  }

  private places(type: ListType, list: ValueList): void {
    for (let i = 0; i < list.length; i++) this.child(indexElement(i), type.element, list[i], undefined, undefined);
  }

  /** Validates the items of a list. Upstream stops at the first item without an element. */
  private items(type: ListType, list: ValueList): void {
    const items = itemsOf(type, list);
    const problem = libraryDoes('needsEveryKey', this.library) ? firstProblem(type, items) : items.problems[0];
    for (const item of items.all) {
      const { element, id, place, value } = item;
      if (problem !== undefined && place >= problem.place) break;
      if (!this.allowDuplicates && items.repeated.has(id) && items.byId.get(id) !== item) {
        this.fail(`duplicate entries for key ${elementToString(element)}`);
      }
      this.child(element, type.element, value, undefined, undefined);
    }
    if (problem !== undefined) this.fail(`element ${problem.place}: ${problem.message}`);
  }
}

/** The first item that has no element, or lacks a key of it. */
function firstProblem(type: ListType, { all, problems }: Items): Items['problems'][number] | undefined {
  const lacking = all.flatMap(({ element, place }) => {
    const missing =
      element.kind === 'key' ? type.keys.find((name) => !element.key.some((key) => key.name === name)) : undefined;
    return missing === undefined ? [] : [{ place, message: omitsKey(missing) }];
  });
  const others = problems.map(({ place, message }) => {
    const [first = ''] = type.keys;
    return { place, message: message === omitsAllKeys(type) ? omitsKey(first) : message };
  });
  return [...lacking, ...others].sort((a, b) => a.place - b.place)[0];
}

function omitsKey(name: string): string {
  return `associative list with keys has an element that omits key field ${quote(name)} (and doesn't have default value)`;
}
