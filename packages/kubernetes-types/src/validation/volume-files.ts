import type { Value, ValueMap } from '@managed-fields/merge-engine';
import { fieldReference, localFile, resourceReference, volumeFields } from './environment.ts';
import { type Errors, forbidden, invalid, invalidAll, required } from './errors.ts';
import { at, child, type Field } from './field-path.ts';
import { userNumber } from './names.ts';
import { count, number, pointer, structs, text } from './object.ts';
import { isGiven } from './scalars.ts';
import {
  bundleErrors,
  type Conflict,
  certificateErrors,
  certificatePathErrors,
  keyErrors,
} from './volume-certificates.ts';

/*
 * Volumes that are files of the API.
 * Upstream: k8s.io/kubernetes pkg/apis/core/validation/validation.go.
 */

const modeWords = 'must be a number between 0 and 0777 (octal), both inclusive';

/** Complaints about the mode and the owner of files, of one or of all of a source. */
function fileAccess(source: ValueMap, field: Field, of: 'one' | 'all'): Errors {
  const [modeName, userName] = of === 'all' ? ['defaultMode', 'defaultUser'] : ['mode', 'user'];
  const [mode, user] = [count(source, modeName), count(source, userName)];
  const isMode = mode === undefined || (mode >= 0 && mode <= 0o777);
  return [
    ...(isMode ? [] : [invalid(child(field, modeName), BigInt(mode), modeWords)]),
    ...(user === undefined ? [] : invalidAll(child(field, userName), source.get(userName) ?? null, userNumber(user))),
  ];
}

/** Complaints about the files of a Secret or a ConfigMap, their mode and their owner. */
export function fileItems(source: ValueMap, field: Field): Errors {
  return [
    ...fileAccess(source, field, 'all'),
    ...structs(source, 'items').flatMap((item, i) => fileItem(item, at(child(field, 'items'), i))),
  ];
}

/** Upstream: validateKeyToPath. */
function fileItem(item: ValueMap, field: Field): Errors {
  return [
    ...isGiven(item, 'key', field),
    ...isGiven(item, 'path', field),
    ...localFile(text(item, 'path'), child(field, 'path')),
    ...fileAccess(item, field, 'one'),
  ];
}

/** Complaints about a volume of the downward API. Upstream: validateDownwardAPIVolumeSource. */
export function downwardVolume(source: ValueMap, field: Field): Errors {
  return [...fileAccess(source, field, 'all'), ...downwardFiles(source, field)];
}

/**
 * Complaints about the files of the downward API; they name the volume, not the file.
 * Upstream: validateDownwardAPIVolumeFile.
 */
function downwardFiles(source: ValueMap, field: Field): Errors {
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
      ...fileAccess(file, field, 'one'),
    ];
  });
}

/** Upstream: validateProjectionSources. */
export function projected(source: ValueMap, field: Field): Errors {
  const paths = new Set<string>();
  const conflict = (path: string, shown: Value): Errors => {
    if (paths.has(path)) return [invalid(field, shown, 'conflicting duplicate paths')];
    paths.add(path);
    return [];
  };
  return [
    ...fileAccess(source, field, 'all'),
    ...structs(source, 'sources').flatMap((one, i) => projection(one, at(child(field, 'sources'), i), field, conflict)),
  ];
}

function projection(source: ValueMap, place: Field, field: Field, conflict: Conflict): Errors {
  const errors: Errors[number][] = [];
  for (const kind of ['secret', 'configMap']) {
    const files = pointer(source, kind);
    if (files === undefined) continue;
    errors.push(...isGiven(files, 'name', child(place, kind)));
    for (const [i, item] of structs(files, 'items').entries()) {
      errors.push(...fileItem(item, at(child(place, kind, 'items'), i)));
      const path = text(item, 'path');
      if (path !== '') errors.push(...conflict(path, text(files, 'name')));
    }
  }
  const downward = pointer(source, 'downwardAPI');
  if (downward !== undefined) {
    for (const item of structs(downward, 'items')) {
      errors.push(...downwardFiles(new Map([['items', [item]]]), child(place, 'downwardAPI')));
      const path = text(item, 'path');
      if (path !== '') errors.push(...conflict(path, path));
    }
  }
  const token = pointer(source, 'serviceAccountToken');
  if (token !== undefined) errors.push(...tokenFile(token, child(place, 'serviceAccountToken'), field));
  const bundle = pointer(source, 'clusterTrustBundle');
  if (bundle !== undefined) errors.push(...bundleFile(bundle, child(place, 'clusterTrustBundle'), conflict));
  const certificate = pointer(source, 'podCertificate');
  if (certificate !== undefined) {
    const own = child(place, 'podCertificate');
    errors.push(...certificateErrors(certificate, own));
    errors.push(...fileAccess(certificate, own, 'one'));
    errors.push(...keyErrors(certificate, own));
    errors.push(...certificatePathErrors(certificate, own, conflict));
  }
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
    ...fileAccess(token, place, 'one'),
  ];
}

function bundleFile(bundle: ValueMap, place: Field, conflict: Conflict): Errors {
  const path = text(bundle, 'path');
  return [
    ...bundleErrors(bundle, place),
    ...isGiven(bundle, 'path', place),
    ...fileAccess(bundle, place, 'one'),
    ...localFile(path, child(place, 'path')),
    ...conflict(path, path),
  ];
}
