import type { ValueMap } from '@managed-fields/merge-engine';
import { descending } from './environment.ts';
import { type Errors, forbidden, invalid, required } from './errors.ts';
import { at, child, type Field } from './field-path.ts';
import { flag, has, struct, structs, text } from './object.ts';
import { isGiven, isOneOf } from './scalars.ts';
import type { Volumes } from './volume.ts';

/** Complaints about the volume mounts of a container. Upstream: ValidateVolumeMounts. */
export function volumeMounts(container: ValueMap, volumes: Volumes, field: Field): Errors {
  const mounts = child(field, 'volumeMounts');
  const devices = structs(container, 'volumeDevices');
  const paths = new Set<string>();
  const privileged = flag(struct(container, 'securityContext'), 'privileged') === true;
  return structs(container, 'volumeMounts').flatMap((mount, i) => {
    const place = at(mounts, i);
    const name = text(mount, 'name');
    const path = text(mount, 'mountPath');
    const errors: Errors[number][] = [...isGiven(mount, 'name', place)];
    if (!volumes.has(name)) errors.push({ type: 'NotFound', field: child(place, 'name'), value: name, detail: '' });
    if (path === '') errors.push(required(child(place, 'mountPath')));
    if (paths.has(path)) errors.push(invalid(child(place, 'mountPath'), path, 'must be unique'));
    paths.add(path);
    if (devices.some((device) => text(device, 'name') === name)) {
      errors.push(invalid(child(place, 'name'), name, 'must not already exist in volumeDevices'));
    }
    if (devices.some((device) => text(device, 'devicePath') === path)) {
      errors.push(invalid(child(place, 'mountPath'), path, 'must not already exist as a path in volumeDevices'));
    }
    const subPath = text(mount, 'subPath');
    const expression = text(mount, 'subPathExpr');
    if (subPath !== '') errors.push(...descending(subPath, child(mounts, 'subPath')));
    if (expression !== '') {
      const words = 'subPathExpr and subPath are mutually exclusive';
      if (subPath !== '') errors.push(invalid(child(place, 'subPathExpr'), expression, words));
      errors.push(...descending(expression, child(mounts, 'subPathExpr')));
    }
    return [...errors, ...propagation(mount, privileged, mounts), ...recursiveReadOnly(mount, mounts)];
  });
}

function propagation(mount: ValueMap, privileged: boolean, field: Field): Errors {
  if (!has(mount, 'mountPropagation')) return [];
  const mode = text(mount, 'mountPropagation');
  const place = child(field, 'mountPropagation');
  const words = 'Bidirectional mount propagation is available only to privileged containers';
  return [
    ...isOneOf(mode, ['Bidirectional', 'HostToContainer', 'None'], place),
    ...(mode === 'Bidirectional' && !privileged ? [forbidden(place, words)] : []),
  ];
}

function recursiveReadOnly(mount: ValueMap, field: Field): Errors {
  if (!has(mount, 'recursiveReadOnly')) return [];
  const mode = text(mount, 'recursiveReadOnly');
  const place = child(field, 'recursiveReadOnly');
  const errors = isOneOf(mode, ['Disabled', 'Enabled', 'IfPossible'], place);
  if (errors.length > 0 || mode === 'Disabled') return errors;
  const propagated = has(mount, 'mountPropagation') && text(mount, 'mountPropagation') !== 'None';
  return [
    ...(flag(mount, 'readOnly') === true ? [] : [forbidden(place, 'may only be specified when readOnly is true')]),
    ...(propagated ? [forbidden(place, 'may only be specified when mountPropagation is None or not specified')] : []),
  ];
}

/** Complaints about the block devices of a container. Upstream: ValidateVolumeDevices. */
export function volumeDevices(container: ValueMap, volumes: Volumes, field: Field): Errors {
  const mounts = structs(container, 'volumeMounts');
  const names = new Set<string>();
  const paths = new Set<string>();
  return structs(container, 'volumeDevices').flatMap((device, i) => {
    const place = at(child(field, 'volumeDevices'), i);
    const name = text(device, 'name');
    const path = text(device, 'devicePath');
    const source = volumes.get(name);
    const claimed = source !== undefined && (has(source, 'persistentVolumeClaim') || has(source, 'ephemeral'));
    const errors: Errors[number][] = [...isGiven(device, 'name', place)];
    if (names.has(name)) errors.push(invalid(child(place, 'name'), name, 'must be unique'));
    if (source !== undefined && !claimed) {
      const words = 'can only use volume source type of PersistentVolumeClaim or Ephemeral for block mode';
      errors.push(invalid(child(place, 'name'), name, words));
    }
    if (source === undefined) errors.push({ type: 'NotFound', field: child(place, 'name'), value: name, detail: '' });
    if (path === '') errors.push(required(child(place, 'devicePath')));
    if (paths.has(path)) errors.push(invalid(child(place, 'devicePath'), path, 'must be unique'));
    if (path.split('/').includes('..')) {
      errors.push(invalid(child(place, 'devicePath'), path, "can not contain backsteps ('..')"));
    } else paths.add(path);
    if (mounts.some((mount) => text(mount, 'name') === name)) {
      errors.push(invalid(child(place, 'name'), name, 'must not already exist in volumeMounts'));
    }
    if (mounts.some((mount) => text(mount, 'mountPath') === path)) {
      errors.push(invalid(child(place, 'devicePath'), path, 'must not already exist as a path in volumeMounts'));
    }
    if (name !== '') names.add(name);
    return errors;
  });
}
