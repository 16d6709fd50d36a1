import {
  atoi,
  inKeyOrder,
  isMap,
  listAt,
  mapAt,
  stringAt,
  textAt,
  type Value,
  type ValueMap,
} from '@managed-fields/merge-engine';
import type { TypeCatalog } from '../catalog/catalog.ts';
import { type GoStruct, type GoType, readAsGoStruct } from '../customresource/go-shape.ts';
import { hasChange } from './changes.ts';
import { checkDeleteOptions, type DeleteOptions, ignoreReadErrors, isSet } from './options.ts';
import type { ApiRequest } from './request.ts';
import { isReadable, missingVersion, noObject, noTypeMeta, notRegistered, readableTypes } from './sent-object.ts';
import { badRequest, type Refusal, unsupportedMediaType, untyped } from './status.ts';

/**
 * Reads the options of a delete from its body, else from its query. Upstream: apiserver
 * pkg/endpoints/handlers/delete.go.
 */
export function deleteOptions(request: ApiRequest, builtin: TypeCatalog): DeleteOptions | Refusal {
  const { body, contentType = '' } = request;
  if (body === undefined || request.bodyText === '') return fromQuery(request.query, builtin);
  if (!isReadable(contentType)) return unsupportedMediaType(readableTypes);
  const isYaml = contentType.includes('yaml');
  const isJson = !isYaml && !contentType.includes('protobuf');
  if (body.kind === 'malformed') {
    return unread(isJson ? `couldn't get version/kind; json parse error: ${body.message}` : body.message, builtin);
  }
  const value = isYaml ? inKeyOrder(body.value ?? new Map()) : (body.value ?? new Map());
  if (!isMap(value)) return unread(noObject(value), builtin);
  const why = whyNoOptions(value, request.bodyText ?? '', builtin);
  return why === undefined ? fromBody(value, builtin) : unread(why, builtin);
}

function unread(why: string, builtin: TypeCatalog): Refusal {
  return hasChange('blamesOptions', builtin) ? badRequest(why) : untyped(why);
}

function fromQuery(query: ReadonlyMap<string, string>, builtin: TypeCatalog): DeleteOptions | Refusal {
  const dryRun = query.get('dryRun');
  const grace = query.get('gracePeriodSeconds');
  const read = grace === undefined ? undefined : atoi(grace, 'ParseInt');
  if (read?.kind === 'error') return badRequest(read.message);
  const orphans = query.get('orphanDependents');
  const [uid, resourceVersion] = [query.get('uid') || undefined, query.get('resourceVersion') || undefined];
  return check(
    {
      kind: 'options',
      dryRun: dryRun !== undefined,
      gracePeriodSeconds: grace === undefined ? undefined : BigInt(grace.replace('+', '')),
      orphanDependents: orphans === undefined ? undefined : isSet(orphans),
      propagationPolicy: query.get('propagationPolicy'),
      uid,
      resourceVersion,
      hasPreconditions: uid !== undefined || resourceVersion !== undefined,
      ignoresReadErrors: isSet(query.get(ignoreReadErrors)),
    },
    dryRun === undefined ? [] : [dryRun],
    builtin,
  );
}

function fromBody(value: ValueMap, builtin: TypeCatalog): DeleteOptions | Refusal {
  return check(optionsInBody(value), dryRunsIn(value), builtin);
}

/** What options in an object say of a dry run. Go reads what is null as the empty text. */
export function dryRunsIn(value: ValueMap): readonly string[] {
  return (listAt(value, 'dryRun') ?? []).map((each) => String(each ?? ''));
}

/** Reads options as an object holds them, without a check. */
export function optionsInBody(value: ValueMap): DeleteOptions {
  const preconditions = mapAt(value, 'preconditions');
  const grace: Value | undefined = value.get('gracePeriodSeconds');
  const orphans: Value | undefined = value.get('orphanDependents');
  return {
    kind: 'options',
    dryRun: dryRunsIn(value).length > 0,
    gracePeriodSeconds: typeof grace === 'bigint' ? grace : undefined,
    orphanDependents: typeof orphans === 'boolean' ? orphans : undefined,
    propagationPolicy: stringAt(value, 'propagationPolicy'),
    uid: stringAt(preconditions, 'uid'),
    resourceVersion: stringAt(preconditions, 'resourceVersion'),
    hasPreconditions: preconditions !== undefined,
    ignoresReadErrors: value.get(ignoreReadErrors) === true,
  };
}

function check(given: DeleteOptions, dryRun: readonly string[], builtin: TypeCatalog): DeleteOptions | Refusal {
  const ignoresReadErrors = given.ignoresReadErrors && hasChange('deletesUnreadable', builtin);
  const options = { ...given, ignoresReadErrors };
  return checkDeleteOptions(options, dryRun, builtin) ?? options;
}

/**
 * Why a body is no DeleteOptions; undefined where it is. A kind that is not named is DeleteOptions, and these may name any
 * version. Upstream: apiserver pkg/endpoints/handlers/delete.go by the codecs of apimachinery
 * pkg/apis/meta/internalversion/scheme.
 */
function whyNoOptions(body: ValueMap, text: string, builtin: TypeCatalog): string | undefined {
  const untyped = noTypeMeta(body);
  if (untyped !== undefined) return untyped;
  const kind = stringAt(body, 'kind') || 'DeleteOptions';
  const sent = textAt(body, 'apiVersion');
  if (sent.split('/').length > 2) return `unexpected GroupVersion string: ${sent}`;
  const apiVersion = ['', '/', 'meta.k8s.io/'].includes(sent) ? metaVersion : sent.replace(/^\//, '');
  if (apiVersion.endsWith('/')) return missingVersion(text);
  if (kind === 'DeleteOptions') return readAsGoStruct(body, deleteOptionsShape).error;
  const known = kindsOfAllVersions.includes(kind) ? 'v1' : kindsOfMeta[apiVersion]?.[kind];
  return known === undefined
    ? notRegistered(builtin, apiVersion, kind)
    : `converting (${known}.${kind}) to (v1.DeleteOptions): unknown conversion`;
}

const metaVersion = 'meta.k8s.io/v1';

/** Upstream: apimachinery pkg/apis/meta/internalversion/scheme, AddUnversionedTypes. */
const kindsOfAllVersions = [
  ...['Status', 'APIVersions', 'APIGroupList', 'APIGroup', 'APIResourceList', 'CreateOptions', 'UpdateOptions'],
];

/** Other kinds that the scheme of options has, with the packages of their types. */
const kindsOfMeta: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  [metaVersion]: {
    ...{ GetOptions: 'v1', ListOptions: 'v1', PatchOptions: 'v1', TableOptions: 'v1', Table: 'v1', WatchEvent: 'v1' },
    ...{ PartialObjectMetadata: 'v1', PartialObjectMetadataList: 'v1' },
  },
  'meta.k8s.io/v1beta1': {
    ...{ TableOptions: 'v1', Table: 'v1', PartialObjectMetadata: 'v1', PartialObjectMetadataList: 'v1beta1' },
  },
};

const text: GoType = { kind: 'string' };

/** Upstream: apimachinery pkg/apis/meta/v1/types.go DeleteOptions. */
const deleteOptionsShape: GoStruct = {
  name: 'DeleteOptions',
  package: 'v1',
  fields: new Map<string, GoType>([
    ['apiVersion', text],
    ['kind', text],
    ['gracePeriodSeconds', { kind: 'int64' }],
    [
      'preconditions',
      {
        kind: 'struct',
        struct: {
          name: 'Preconditions',
          package: 'v1',
          fields: new Map([
            ['uid', { kind: 'string', name: 'types.UID' }],
            ['resourceVersion', text],
          ]),
        },
      },
    ],
    ['orphanDependents', { kind: 'bool' }],
    ['propagationPolicy', { kind: 'string', name: 'v1.DeletionPropagation' }],
    ['dryRun', { kind: 'list', of: text, name: '[]string' }],
    [ignoreReadErrors, { kind: 'bool' }],
  ]),
};
