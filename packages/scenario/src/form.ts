/** An error in plain data: a code, the path, and a message in English. */
export interface FormProblem {
  readonly code: 'unknown-field' | 'missing-field' | 'wrong-type' | 'bad-value' | 'duplicate-id' | 'newer-version';
  readonly path: readonly (string | number)[];
  readonly message: string;
}

/** Checks that plain data (from JSON.parse, or a structured clone) has a form. Errors are added to `problems`. */
export type Form<T> = (value: unknown, path: FormProblem['path'], problems: FormProblem[]) => value is T;

/** A string that a rule accepts. `expected` describes the rule in messages. */
export function textForm<T extends string>(expected: string, accepts: (text: string) => text is T): Form<T>;
export function textForm(expected: string, accepts: (text: string) => boolean): Form<string>;
export function textForm(expected: string, accepts: (text: string) => boolean): Form<string> {
  return (value, path, problems): value is string => {
    if (typeof value !== 'string') return refuse(problems, 'wrong-type', path, 'string', value);
    return accepts(value) || refuse(problems, 'bad-value', path, expected, value);
  };
}

/** A boolean. */
export const flagForm: Form<boolean> = (value, path, problems): value is boolean =>
  typeof value === 'boolean' || refuse(problems, 'wrong-type', path, 'boolean', value);

/** A text, a number or a boolean. */
export const scalarForm: Form<string | number | boolean> = (
  value,
  path,
  problems,
): value is string | number | boolean =>
  ['string', 'number', 'boolean'].includes(typeof value) ||
  refuse(problems, 'wrong-type', path, 'string | number | boolean', value);

/** A whole number from 0 on. */
export const countForm: Form<number> = (value, path, problems): value is number => {
  if (typeof value !== 'number') return refuse(problems, 'wrong-type', path, 'number', value);
  return (
    (Number.isSafeInteger(value) && value >= 0) ||
    refuse(problems, 'bad-value', path, 'a whole number from 0 on', value)
  );
};

/** One of several values. */
export function oneOf<T extends string | number>(values: readonly T[]): Form<T> {
  return (value, path, problems): value is T =>
    values.some((each) => each === value) ||
    refuse(problems, 'bad-value', path, values.map((each) => JSON.stringify(each)).join(' | '), value);
}

/** A list of at most `most` items of one form. */
export function listForm<T>(item: Form<T>, most: number): Form<readonly T[]> {
  return (value, path, problems): value is readonly T[] => {
    if (!Array.isArray(value)) return refuse(problems, 'wrong-type', path, 'Array', value);
    if (value.length > most) return refuse(problems, 'bad-value', path, `at most ${most}`, value.length);
    return value.filter((each, index) => !item(each, [...path, index], problems)).length === 0;
  };
}

/** An object with any keys, whose values have one form. */
export function recordForm<T>(item: Form<T>): Form<Readonly<Record<string, T>>> {
  return (value, path, problems): value is Readonly<Record<string, T>> =>
    isObject(value)
      ? Object.entries(value).filter(([key, child]) => !item(child, [...path, key], problems)).length === 0
      : refuse(problems, 'wrong-type', path, 'Object', value);
}

/** An object with fields of these forms and no others. The required fields must be there. */
export function objectForm<T extends object>(
  fields: { readonly [K in keyof T]-?: Form<Exclude<T[K], undefined>> },
  required: readonly (keyof T & string)[],
): Form<T> {
  const forms: ReadonlyMap<string, Form<unknown>> = new Map(Object.entries<Form<unknown>>({ ...fields }));
  return (value, path, problems): value is T => {
    if (!isObject(value)) return refuse(problems, 'wrong-type', path, 'Object', value);
    const before = problems.length;
    for (const key of required) {
      if (!Object.hasOwn(value, key)) refuse(problems, 'missing-field', [...path, key], '', undefined);
    }
    for (const [key, child] of Object.entries(value)) {
      const form = forms.get(key);
      if (form === undefined) refuse(problems, 'unknown-field', [...path, key], '', child);
      else form(child, [...path, key], problems);
    }
    return problems.length === before;
  };
}

/** An object whose form depends on one of its fields, which says what it is. */
export function unionForm<T extends object>(key: keyof T & string, forms: Readonly<Record<string, Form<T>>>): Form<T> {
  const kinds = oneOf(Object.keys(forms));
  return (value, path, problems): value is T => {
    if (!isObject(value)) return refuse(problems, 'wrong-type', path, 'Object', value);
    const given: unknown = Object.hasOwn(value, key) ? (value as Readonly<Record<string, unknown>>)[key] : undefined;
    if (given === undefined) return refuse(problems, 'missing-field', [...path, key], '', undefined);
    if (!kinds(given, [...path, key], problems)) return false;
    return forms[given]?.(value, path, problems) ?? false;
  };
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function refuse(
  problems: FormProblem[],
  code: FormProblem['code'],
  path: FormProblem['path'],
  expected: string,
  value: unknown,
): false {
  const at = path.length === 0 ? 'the scenario' : path.join('.');
  if (code === 'unknown-field') problems.push({ code, path, message: `unknown field ${at}` });
  else if (value === undefined) problems.push({ code: 'missing-field', path, message: `${at} is missing` });
  else problems.push({ code, path, message: `${at}: expected ${expected}, found ${shown(value)}` });
  return false;
}

function shown(value: unknown): string {
  if (typeof value === 'object' && value !== null) return Array.isArray(value) ? 'Array' : 'Object';
  const text = typeof value === 'string' ? `"${value}"` : String(value);
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}
