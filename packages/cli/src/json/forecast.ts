import { z } from 'zod';
import { count, document, flag, kubernetes, link, owner, path, text, texts } from './parts.ts';

const object = z
  .object({
    apiVersion: text('as the manifest has it'),
    kind: text('as the manifest has it'),
    namespace: text('empty for kinds that have none'),
    name: text('empty where the server makes up the name'),
    generateName: text('the beginning of a name that the server makes up').optional(),
  })
  .meta({ id: 'Object', description: 'an object by its names' });

const place = z
  .object({
    line: count('from 1'),
    column: count('from 1, in UTF-16 units'),
    endLine: count('from 1'),
    endColumn: count('the column after the last'),
  })
  .meta({ id: 'Place', description: 'where something stands in a file' });
const filePlace = place.extend({ file: text('the name of the file, or - for the standard input') });

const value = (about: string) => text(`${about}, on one line; absent where there is none`).optional();

/** How one way of applying ends for an object. */
const way = {
  result: z.enum(['created', 'changed', 'unchanged', 'conflict', 'refused', 'deleted', 'left']),
  code: count('the HTTP status of the last answer; absent where nothing was sent').optional(),
  message: text('the words of the server or of kubectl, where it was refused').optional(),
  warnings: texts('what the server warns about'),
  changes: z
    .array(
      z.object({
        path,
        before: value('the value before'),
        after: value('the value afterwards'),
        owners: z.array(owner).describe('of a field that goes: the others who own it').optional(),
      }),
    )
    .describe('fields whose value changes; none of an object that is created'),
  conflicts: z
    .array(
      z.object({
        path,
        owner,
        time: text('when the owner last wrote').optional(),
        live: value('the live value'),
        declared: value('the value of the manifest'),
        place: place.optional(),
      }),
    )
    .describe('a field and an owner each'),
  taken: z
    .array(z.object({ owner, fields: z.array(path), gone: flag('whether nothing is left to it') }))
    .describe('what each other owner loses'),
  staying: z
    .array(z.object({ path, value: text('on one line'), owners: z.array(owner) }))
    .describe('fields that the manager gives up and that stay, because others own them'),
  unowned: z
    .array(z.object({ path, value: text('on one line') }))
    .describe('fields that stay and have no owner any more'),
  leftOut: count('rows of these lists that are left out: each has at most 200'),
};
const forecast = z.object(way).meta({ id: 'Way', description: 'how one way of applying ends for an object' });

/** What a tool did for an object. */
const byTool = {
  deeds: z.array(z.enum(['recreated', 'migrated'])).describe('what it did beyond one apply'),
  sent: z
    .array(z.object({ method: text('of HTTP'), purpose: text('what it was sent for'), code: count('the HTTP status') }))
    .describe('the requests that it sent to change the object'),
};

const after = z
  .record(z.string(), z.unknown())
  .describe('with --objects: the object as it would stand; absent where it would not')
  .optional();

const playedRow = {
  kind: z.literal('played'),
  index: count('of the manifest, from 0'),
  object,
  isLive: flag('whether the object is there already'),
  remarks: z.array(
    z.object({
      code: z.enum(['no-managed-fields', 'repeated', 'generated-name', 'unseen-namespace']),
      index: count('the row of the same object before').optional(),
      namespace: text('the one that is not seen').optional(),
    }),
  ),
  notices: z.array(
    z.object({
      code: text('where the schema comes from, what is not modelled'),
      data: z.record(z.string(), z.string()),
    }),
  ),
  place: filePlace,
  after,
};

const row = z.union([
  z.object({ ...playedRow, serverSide: forecast, clientSide: forecast.optional() }).describe('a bare apply'),
  z.object({ ...playedRow, ...way, ...byTool }).describe('a manifest that a tool applies'),
  z
    .object({ kind: z.literal('extra'), index: count('after all manifests'), object, ...way, ...byTool, after })
    .describe('an object that the release does not have, and that the tool writes, deletes or leaves'),
  z
    .object({
      kind: z.literal('hook'),
      index: count('of the manifest, from 0'),
      object,
      tool: z.enum(['helm', 'argo-cd']),
      hooks: texts('as the annotation names them'),
      place: filePlace,
    })
    .describe('a hook, which is not applied'),
  z
    .object({
      kind: z.literal('unread'),
      index: count('of the manifest, from 0'),
      reason: z.enum(['syntax', 'not-object', 'not-applied', 'not-played']),
      detail: text('what is wrong there').optional(),
      place: filePlace,
    })
    .describe('a manifest that cannot be read or played'),
]);

const byManager = z.array(z.object({ manager: text('its name'), fields: count('how many') }));
const waySummary = z.object({
  results: z.object({
    ...{ created: count('objects'), changed: count('objects'), unchanged: count('objects') },
    ...{ conflict: count('objects'), refused: count('objects'), deleted: count('objects'), left: count('objects') },
  }),
  onlyOwners: count('objects of which only owners change'),
  ...{ changes: count('fields that change'), conflicts: count('fields that conflict') },
  ...{ staying: count('fields that stay although given up'), unowned: count('fields without an owner') },
  conflictsWith: byManager,
  takenFrom: byManager,
});

const summary = z.object({
  manifests: count('of the release'),
  serverSide: waySummary,
  clientSide: waySummary.optional(),
  ...{ hooks: count('that are not applied'), unread: count('manifests') },
  untracked: count('live objects without managedFields'),
  left: count('objects of the manager that are not in the release'),
});

const common = {
  kubernetes,
  summary,
  rows: z.array(row).describe('a row a manifest, in the order in which they are applied; then what else is touched'),
  left: z
    .array(
      z.object({
        object: object.omit({ generateName: true }),
        entries: z.array(
          z.object({ manager: text('its name'), operation: z.enum(['Apply', 'Update']), fields: count('how many') }),
        ),
        owned: flag('whether another object owns it'),
      }),
    )
    .describe('objects that the manager wrote and that the release does not have'),
  unmet: texts('what --expect expected in vain'),
  link,
};
const error = text('what the tool or the command ends with; absent where all went well').optional();

export const forecastSchema = document('Forecast', 'What a release meets in a cluster.', {
  manager: text('the field manager that was named; empty where the tool says it'),
  force: flag('whether it takes what others own'),
  tool: z
    .object({ name: text('of the tool'), version: text('of the tool'), options: z.record(z.string(), z.string()) })
    .describe('absent for a bare apply')
    .optional(),
  error,
  ...common,
});

export const rehearsalSchema = document('Rehearsal', 'What a command did to a copy of a cluster.', {
  rehearsed: z.object({
    command: texts('its words'),
    requests: count('that it sent'),
    ready: flag('whether objects were marked as ready'),
  }),
  error,
  ...common,
  next: z
    .array(
      z.object({
        object: object.omit({ generateName: true }),
        by: z.enum(['garbage-collector', 'namespace-controller']),
        result: z
          .enum(['deleted', 'waits', 'kept'])
          .describe('waits: marked as deleted, and there while it has finalizers; kept: it loses references to owners'),
        because: z.discriminatedUnion('kind', [
          z.object({ kind: z.literal('owners'), owners: texts('owners that go, by kind and name') }),
          z.object({ kind: z.literal('dependents'), policy: z.enum(['Foreground', 'Orphan']) }),
          z.object({ kind: z.literal('namespace'), name: text('of the namespace that is deleted') }),
        ]),
        finalizers: texts('what keeps an object that waits'),
      }),
    )
    .describe('what controllers would do after that, by ownerReferences, finalizers and namespaces of the objects'),
});

export const rehearsalServerSchema = document('RehearsalServer', 'Where rehearse --serve serves.', {
  url: text('the address of the API server on loopback'),
  kubeconfig: text('the file that finds it, with its token'),
});
