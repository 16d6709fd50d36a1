import type { Value, ValueMap } from '@managed-fields/merge-engine';
import { fieldReference, localFile, resourceReference, volumeFields } from './environment.ts';
import { type Errors, forbidden, invalid, required } from './errors.ts';
import { at, child, type Field } from './field-path.ts';
import { count, number, pointer, structs, text } from './object.ts';
import { isGiven } from './scalars.ts';

/*
 * Volumes that are files of the API.
 * Upstream: k8s.io/kubernetes pkg/apis/core/validation/validation.go.
 */

const modeWords = 'must be a number between 0 and 0777 (octal), both inclusive';

/** Complaints about the mode of files. */
export function fileMode(source: ValueMap, name: string, field: Field): Errors {
  const value = count(source, name);
  if (value === undefined || (value >= 0 && value <= 0o777)) return [];
  return [invalid(child(field, name), BigInt(value), modeWords)];
}

/** Complaints about the files of a Secret or a ConfigMap, and their mode. */
export function fileItems(source: ValueMap, field: Field): Errors {
  return [
    ...fileMode(source, 'defaultMode', field),
    ...structs(source, 'items').flatMap((item, i) => fileItem(item, at(child(field, 'items'), i))),
  ];
}

/** Upstream: validateKeyToPath. */
function fileItem(item: ValueMap, field: Field): Errors {
  return [
    ...isGiven(item, 'key', field),
    ...isGiven(item, 'path', field),
    ...localFile(text(item, 'path'), child(field, 'path')),
    ...fileMode(item, 'mode', field),
  ];
}

/**
 * Complaints about the files of the downward API; they name the volume, not the file.
 * Upstream: validateDownwardAPIVolumeFile.
 */
export function downwardFiles(source: ValueMap, field: Field): Errors {
  return structs(source, 'items').flatMap((file) => {
    const fieldRef = pointer(file, 'fieldRef');
    const resourceRef = pointer(file, 'resourceFieldRef');
    const both = 'fieldRef and resourceFieldRef can not be specified simultaneously';
    const content =
      fieldRef !== undefined
        ? [
            ...fieldReference(fieldRef, volumeFields, child(field, 'fieldRef')),
            ...(resourceRef === undefined ? [] : [invalid(field, 'resource', both)]),
          ]
        : resourceRef !== undefined
          ? resourceReference(resourceRef, child(field, 'resourceFieldRef'), true)
          : [required(field, 'one of fieldRef and resourceFieldRef is required')];
    return [
      ...isGiven(file, 'path', field),
      ...localFile(text(file, 'path'), child(field, 'path')),
      ...content,
      ...fileMode(file, 'mode', field),
    ];
  });
}

/** Upstream: validateProjectionSources. */
export function projected(source: ValueMap, field: Field): Errors {
  const paths = new Set<string>();
  const conflict = (path: string, shown: Value): Errors => {
    if (path === '' || !paths.has(path)) {
      paths.add(path);
      return [];
    }
    return [invalid(field, shown, 'conflicting duplicate paths')];
  };
  return [
    ...fileMode(source, 'defaultMode', field),
    ...structs(source, 'sources').flatMap((one, i) => projection(one, at(child(field, 'sources'), i), field, conflict)),
  ];
}

function projection(
  source: ValueMap,
  place: Field,
  field: Field,
  conflict: (path: string, shown: Value) => Errors,
): Errors {
  const errors: Errors[number][] = [];
  for (const kind of ['secret', 'configMap']) {
    const files = pointer(source, kind);
    if (files === undefined) continue;
    errors.push(...isGiven(files, 'name', child(place, kind)));
    for (const [i, item] of structs(files, 'items').entries()) {
      errors.push(...fileItem(item, at(child(place, kind, 'items'), i)));
      errors.push(...conflict(text(item, 'path'), text(files, 'name')));
    }
  }
  const downward = pointer(source, 'downwardAPI');
  if (downward !== undefined) {
    for (const item of structs(downward, 'items')) {
      errors.push(...downwardFiles(new Map([['items', [item]]]), child(place, 'downwardAPI')));
      errors.push(...conflict(text(item, 'path'), text(item, 'path')));
    }
  }
  const token = pointer(source, 'serviceAccountToken');
  if (token !== undefined) errors.push(...tokenFile(token, child(place, 'serviceAccountToken'), field));
  if (Object.keys(Object.fromEntries(source)).length > 1) {
    errors.push(forbidden(place, 'may not specify more than 1 volume type per source'));
  }
  return errors;
}

function tokenFile(token: ValueMap, place: Field, field: Field): Errors {
  const seconds = number(token, 'expirationSeconds');
  const shown = BigInt(seconds);
  const lasting = child(place, 'expirationSeconds');
  return [
    ...(seconds < 600 ? [invalid(lasting, shown, 'may not specify a duration less than 10 minutes')] : []),
    ...(seconds > 2 ** 32 ? [invalid(lasting, shown, 'may not specify a duration larger than 2^32 seconds')] : []),
    ...(text(token, 'path') === ''
      ? [required(child(field, 'path'))]
      : localFile(text(token, 'path'), child(field, 'path'))),
  ];
}
