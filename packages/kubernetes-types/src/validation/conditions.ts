import { formatJson, type ValueMap } from '@managed-fields/merge-engine';
import {
  declarative,
  duplicate,
  type Errors,
  inVersions,
  invalid,
  otherFrom,
  required,
  requiredInWords,
  tooLong,
} from './errors.ts';
import { at, child, type Field } from './field-path.ts';
import { patternMessage } from './names.ts';
import { number, structs, text } from './object.ts';
import { isOneOf, isQualified, named } from './scalars.ts';

const reasonPattern = '[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?';
const reasonWords = patternMessage(
  "a condition reason must start with alphabetic character, optionally followed by a string of alphanumeric characters or '_,:', and must end with an alphanumeric character or '_'",
  reasonPattern,
  'my_name',
  'MY_NAME',
  'MyName',
  'ReasonA,ReasonB',
  'ReasonA:ReasonB',
);
const reasonForm = new RegExp(`^${reasonPattern}$`);

/**
 * Complaints about conditions in their general form. v1.38 declares most of them, so that they come last.
 * Upstream: k8s.io/apimachinery pkg/apis/meta/v1/validation ValidateConditions.
 */
export function conditions(status: ValueMap, name: string, field: Field): Errors {
  const given = structs(status, name);
  const types = given.map((condition) => text(condition, 'type'));
  const all = given.map((condition, i) => {
    const type = text(condition, 'type');
    return { condition, type, place: at(child(field, name), i), isAgain: types.indexOf(type) < i };
  });
  const again = all.flatMap(({ condition, place, isAgain }) => (isAgain ? [duplicateWhole(condition, place)] : []));
  return [
    ...declarative('v1.38', inVersions({ from: 'v1.38' }, again)),
    ...all.flatMap(({ condition, type, place, isAgain }) => [
      ...(isAgain ? inVersions({ until: 'v1.37' }, duplicateType(type, place)) : []),
      ...conditionErrors(condition, place),
    ]),
  ];
}

function conditionErrors(condition: ValueMap, place: Field): Errors {
  const [type, status] = [text(condition, 'type'), text(condition, 'status')];
  const long = text(condition, 'message').length > 32 * 1024 ? [tooLong(child(place, 'message'), 32 * 1024)] : [];
  return [
    ...required37(type, child(place, 'type'), 'is required', isQualified(type, child(place, 'type'))),
    ...required37(
      status,
      child(place, 'status'),
      '',
      declarative('v1.38', isOneOf(status, statuses, child(place, 'status'))),
    ),
    ...generation(condition, child(place, 'observedGeneration')),
    ...((condition.get('lastTransitionTime') ?? null) === null
      ? declarative('v1.38', requiredInWords(child(place, 'lastTransitionTime'), 'must be set'))
      : []),
    ...reason(text(condition, 'reason'), child(place, 'reason')),
    ...long,
  ];
}

/** A condition of a type that is there already. */
function duplicateType(type: string, place: Field): Errors {
  return otherFrom('v1.37', [duplicate(child(place, 'type'), type)], [duplicate(place, type)]);
}

/** The same where all of the condition is shown. */
function duplicateWhole(condition: ValueMap, place: Field): Errors[number] {
  const names = ['type', 'status', 'observedGeneration', 'lastTransitionTime', 'reason', 'message'];
  const empty = new Set(['observedGeneration']);
  const shown = names.flatMap((name) => {
    const value = condition.get(name) ?? null;
    if (value === null && empty.has(name)) return [];
    return [[name, value ?? (name === 'lastTransitionTime' ? null : '')] as const];
  });
  return duplicate(place, { raw: formatJson(new Map(shown)) });
}

const statuses = ['False', 'True', 'Unknown'];

/** The complaints about a value; from v1.37 on an empty value is only required. */
function required37(value: string, field: Field, words: string, errors: Errors): Errors {
  const missing = otherFrom('v1.38', [required(field, words)], [required(field)]);
  return value === '' ? otherFrom('v1.37', errors, declarative('v1.38', missing)) : errors;
}

function generation(condition: ValueMap, field: Field): Errors {
  const value = number(condition, 'observedGeneration');
  if (value >= 0) return [];
  const least = (zero: string) => [invalid(field, BigInt(value), `must be greater than or equal to ${zero}`)];
  return declarative('v1.38', otherFrom('v1.38', least('zero'), least('0')));
}

function reason(value: string, field: Field): Errors {
  if (value === '') return declarative('v1.38', requiredInWords(field, 'must be set'));
  return [
    ...named((given) => (reasonForm.test(given) ? [] : [reasonWords]), value, field),
    ...(value.length > 1024 ? [tooLong(field, 1024)] : []),
  ];
}
