import type { ValueMap } from '@managed-fields/merge-engine';
import { duplicate, type Errors, invalid, required, tooLong } from './errors.ts';
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

/** Complaints about conditions in their general form. Upstream: k8s.io/apimachinery pkg/apis/meta/v1/validation ValidateConditions. */
export function conditions(status: ValueMap, name: string, field: Field): Errors {
  const all = structs(status, name);
  const types = all.map((condition) => text(condition, 'type'));
  return all.flatMap((condition, i) => {
    const place = at(child(field, name), i);
    const type = text(condition, 'type');
    return [
      ...(types.indexOf(type) < i ? [duplicate(child(place, 'type'), type)] : []),
      ...isQualified(type, child(place, 'type')),
      ...isOneOf(text(condition, 'status'), ['False', 'True', 'Unknown'], child(place, 'status')),
      ...generation(condition, child(place, 'observedGeneration')),
      ...((condition.get('lastTransitionTime') ?? null) === null ? [required(child(place, 'lastTransitionTime'))] : []),
      ...reason(text(condition, 'reason'), child(place, 'reason')),
      ...(text(condition, 'message').length > 32 * 1024 ? [tooLong(child(place, 'message'), 32 * 1024)] : []),
    ];
  });
}

function generation(condition: ValueMap, field: Field): Errors {
  const value = number(condition, 'observedGeneration');
  return value < 0 ? [invalid(field, BigInt(value), 'must be greater than or equal to zero')] : [];
}

function reason(value: string, field: Field): Errors {
  if (value === '') return [required(field)];
  return [
    ...named((given) => (reasonForm.test(given) ? [] : [reasonWords]), value, field),
    ...(value.length > 1024 ? [tooLong(field, 1024)] : []),
  ];
}
