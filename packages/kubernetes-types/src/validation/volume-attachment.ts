import { byteLength, type ValueMap } from '@managed-fields/merge-engine';
import { coveredDriver } from './device-names.ts';
import { declaredFrom, type Errors, forbidden, inVersions, invalid, required, tooLong } from './errors.ts';
import { child, type Field } from './field-path.ts';
import { dns1123Subdomain } from './names.ts';
import { count, has, pointer, struct, text, textMap } from './object.ts';
import { metadataErrors } from './object-meta.ts';
import { inlineVolumeErrors } from './persistent-volume.ts';
import { named } from './scalars.ts';
import { sameAt } from './semantic.ts';
import { shown } from './shown.ts';
import { driverName } from './volume-source.ts';

/*
 * VolumeAttachments.
 * Upstream: k8s.io/kubernetes pkg/apis/storage/validation/validation.go ValidateVolumeAttachment.
 */

/** Complaints about a new VolumeAttachment. Until v1.35 the driver and the volume of a new one are looked at once more. */
export function attachmentErrors(attachment: ValueMap): Errors {
  const spec = struct(attachment, 'spec');
  return [
    ...attachmentParts(attachment, coveredDriver(text(spec, 'attacher'), 'spec.attacher')),
    ...inVersions({ until: 'v1.35' }, [
      ...driverName(text(spec, 'attacher'), 'spec.attacher'),
      ...volumeName(struct(spec, 'source')),
    ]),
  ];
}

/** Complaints about a changed VolumeAttachment, whose spec does not change. */
export function attachmentUpdateErrors(attachment: ValueMap, old: ValueMap): Errors {
  const spec = struct(attachment, 'spec');
  const words = 'field is immutable';
  const driver = driverName(text(spec, 'attacher'), 'spec.attacher');
  const parts = attachmentParts(attachment, driver);
  const changed = sameAt(attachment, old, 'spec')
    ? []
    : declaredFrom(
        'v1.37',
        [invalid('spec', shown('storage.VolumeAttachmentSpec', spec), words)],
        [invalid('spec', null, words)],
      );
  return [...inVersions({ until: 'v1.34' }, parts), ...parts, ...changed];
}

function attachmentParts(attachment: ValueMap, driver: Errors): Errors {
  const spec = struct(attachment, 'spec');
  return [
    ...metadataErrors(attachment, { namespaced: false, name: dns1123Subdomain }),
    ...inVersions({ until: 'v1.35' }, text(spec, 'attacher') === '' ? [required('spec.attacher')] : []),
    ...inVersions({ from: 'v1.36' }, driver),
    ...sourceErrors(struct(spec, 'source'), 'spec.source'),
    ...named(dns1123Subdomain, text(spec, 'nodeName'), 'spec.nodeName'),
    ...statusErrors(struct(attachment, 'status'), 'status'),
    ...inVersions({ from: 'v1.36' }, volumeName(struct(spec, 'source'))),
  ];
}

function volumeName(source: ValueMap): Errors {
  if (!has(source, 'persistentVolumeName')) return [];
  return named(dns1123Subdomain, text(source, 'persistentVolumeName'), 'spec.source.persistentVolumeName');
}

function sourceErrors(source: ValueMap, field: Field): Errors {
  const inline = pointer(source, 'inlineVolumeSpec');
  const words = 'must specify exactly one of inlineVolumeSpec and persistentVolumeName';
  if (has(source, 'persistentVolumeName')) {
    if (inline !== undefined) return [forbidden(field, words)];
    const place = child(field, 'persistentVolumeName');
    return text(source, 'persistentVolumeName') === ''
      ? [required(place, 'must specify non empty persistentVolumeName')]
      : [];
  }
  return inline === undefined ? [required(field, words)] : inlineVolumeErrors(inline, child(field, 'inlineVolumeSpec'));
}

const mostMetadata = 256 * 1024;
const mostWords = 1024;

function statusErrors(status: ValueMap, field: Field): Errors {
  const size = [...textMap(status, 'attachmentMetadata')].reduce((sum, entry) => sum + byteLength(entry.join('')), 0);
  return [
    ...(size > mostMetadata ? [tooLong(child(field, 'attachmentMetadata'), mostMetadata)] : []),
    ...['attachError', 'detachError'].flatMap((name) => faultErrors(pointer(status, name), child(field, name))),
  ];
}

/** Complaints about what went wrong with a volume; until v1.36 the server names another limit than the one that it has. */
function faultErrors(fault: ValueMap | undefined, field: Field): Errors {
  const code = count(fault, 'errorCode');
  return [
    ...(byteLength(text(fault, 'message')) > mostWords ? tooManyWords(child(field, 'message')) : []),
    ...(code !== undefined && code < 0
      ? [invalid(child(field, 'errorCode'), BigInt(code), 'must be between 0 and 2147483647, inclusive')]
      : []),
  ];
}

function tooManyWords(field: Field): Errors {
  return [
    ...inVersions({ until: 'v1.36' }, [tooLong(field, mostMetadata)]),
    ...inVersions({ from: 'v1.37' }, [tooLong(field, mostWords)]),
  ];
}
