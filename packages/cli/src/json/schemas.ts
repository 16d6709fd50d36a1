import { z } from 'zod';
import { configSchema } from '../config/form.ts';
import { forecastSchema, rehearsalSchema, rehearsalServerSchema } from './forecast.ts';
import { count, document, flag, link, namedObject, owner, path, text, texts, timedOwner } from './parts.ts';
import { rowSchemas } from './row-schemas.ts';

const ownersSchema = document('Owners', 'Objects with the owners of each line.', {
  objects: z.array(
    z.object({
      ...namedObject,
      lines: z.array(
        z.object({
          text: text('the line as kubectl prints it'),
          path: path.optional(),
          state: z.enum(['owned', 'shared', 'atomic', 'unowned']).optional(),
          owners: z.array(timedOwner),
          itemOwners: z.array(timedOwner).describe('of the list items that begin on the line'),
        }),
      ),
      absent: z
        .array(z.object({ path, owners: z.array(timedOwner) }))
        .describe('fields that are owned and not in the object'),
    }),
  ),
});

const rewritersSchema = document('Rewriters', 'Who puts a field back after a change by hand.', {
  objects: z.array(
    z.object({
      ...namedObject,
      path,
      rewriters: z.array(
        z.object({
          owner,
          writer: text('what writes as this manager: helm, argocd, controller, hand, unknown, …'),
          when: text('never, command, release, sync, sync-or-heal, heal, interval, resumed, controller, unknown'),
          end: z.enum(['overwritten', 'conflict', 'stays', 'removed', 'unknown']),
          source: z
            .object({ kind: text('of the object that says when'), name: text('of it'), isHere: flag('was it read') })
            .optional(),
          interval: text('how often, as that object says it').optional(),
          manifestUnseen: z.literal(true).optional(),
        }),
      ),
    }),
  ),
});

const finding = z.object({
  rule: text('its name'),
  fields: z.array(path).describe('at most 20'),
  fieldCount: count('how many there are'),
  entries: z.array(z.int()).describe('places in managedFields, from 0'),
  facts: z.record(z.string(), z.string()),
});

const surveySchema = document('Survey', 'Who owns what of many objects, and what is wrong.', {
  form: z.literal('managed-fields/survey'),
  version: z.literal(1),
  objects: z.array(
    z.object({
      index: count('among all objects that were read, from 0'),
      ...{ apiVersion: text('of the object'), kind: text('of the object') },
      ...{ namespace: text('empty where it has none'), name: text('of the object'), uid: text('of the object') },
      owner: text('who controls it, as ReplicaSet/web-5d9c; empty where nobody does'),
      created: text('as written; empty where the object does not say'),
      entries: z.array(
        z.object({
          manager: text('its name'),
          operation: text('Apply or Update'),
          subresource: text('empty for the main resource'),
          apiVersion: text('of the entry'),
          time: text('empty where the entry has none'),
          ...{
            fields: count('of its set'),
            alone: count('that nobody else owns'),
            shared: count('that others own too'),
          },
          bytes: count('of the entry'),
          broken: flag('whether its fields cannot be read'),
        }),
      ),
      ...{ fields: count('that have an owner'), shared: count('that have several') },
      ...{ bytes: count('of the object as JSON'), managedFieldsBytes: count('of its managedFields') },
      place: z.object({ file: text('empty for a pasted text'), line: count('from 1') }),
      findings: z.array(finding),
    }),
  ),
  managers: z.array(
    z.object({
      manager: text('its name'),
      operations: texts('of its entries'),
      ...{ objects: count('that it has entries in'), fields: count('of all its entries') },
      ...{ alone: count('fields'), shared: count('fields') },
      ...{ oldest: text('its first write'), newest: text('its last write'), bytes: count('of its entries') },
    }),
  ),
});

const entry = owner.extend({ operation: z.string() });
const request = z.enum(['update', 'create']);
const change = z.union([
  z.object({ kind: z.enum(['not-before', 'not-served']), message: text('of the server') }),
  z.object({ kind: z.enum(['entry-goes', 'entry-changes']), entry }),
  z.object({ kind: z.enum(['field-comes', 'field-goes']), path, value: text('on one line') }),
  z.object({ kind: z.literal('field-changes'), path, from: text('on one line'), to: text('on one line') }),
  z.object({ kind: z.enum(['refused', 'taken', 'warned', 'not-warned']), request, message: text('of the server') }),
  z.object({ kind: z.literal('reworded'), request, from: text('of the server'), to: text('of the server') }),
]);

const upgradeSchema = document('Upgrade', 'What an upgrade of Kubernetes changes for objects.', {
  form: z.literal(1),
  ...{ from: text('the version before'), to: text('the version after') },
  objects: z.array(
    z.object({
      ...{ apiVersion: text('of the object'), kind: text('of the object') },
      ...{ namespace: text('empty where it has none'), name: text('of the object') },
      changes: z.array(change),
    }),
  ),
  unread: texts('what could not be read'),
});

const explanationSchema = document('Explanation', 'What error messages mean.', {
  messages: z.array(
    z.object({
      code: text('the type of the message: conflict, invalid, …'),
      message: text('of the server, without the text of tools around it'),
      tool: text('that printed it').optional(),
      object: z.object({ ...namedObject, group: text('API group').optional(), resource: text('plural').optional() }),
      managers: z.array(owner.extend({ paths: z.array(path) })),
      fields: z.array(z.object({ path, detail: text('the complaint') })),
      data: z.record(z.string(), z.string()),
      explanation: text('what it means'),
      advice: texts('what can be done'),
      settings: z.array(
        z.object({
          way: text('the way out of the conflict'),
          setting: text('of the tool; empty where a manifest or a program is changed'),
          place: text('where it is written'),
          behaviour: text('what it does, as a code'),
          since: text('the first release that has it').optional(),
          text: text('written for these fields, with … and words in capitals for what is not known').optional(),
          without: texts('the fields that it cannot name').optional(),
        }),
      ),
      scenario: z
        .object({
          kind: text('of the object'),
          guessed: flag('whether the message does not name it'),
          placeholder: flag('whether a definition was made up'),
          reproduced: flag('whether, played, it ends in the very message'),
        })
        .optional(),
    }),
  ),
  link,
});

const differenceSchema = document('Difference', 'In which fields two objects differ, and who owns these.', {
  ...{ from: text('the first object'), to: text('the second object') },
  fields: z.array(
    z.object({
      path,
      before: text('as it is printed; … where it may be secret; absent where it is not there').optional(),
      after: text('likewise').optional(),
      ownersBefore: z.array(timedOwner),
      ownersAfter: z.array(timedOwner),
    }),
  ),
});

const side = z.object({ owner, values: z.array(z.string().nullable()).describe('null for a field that it removed') });
const difference = z.object({
  row: z.object({
    part: text('what differs: code, message, reason, details, order, generation, warning, field, entry, …'),
    place: count('of a warning').optional(),
    path: path.optional(),
    owner: owner.optional(),
    predicted: text('… where it may be secret').optional(),
    answered: text('… where it may be secret').optional(),
  }),
  explanations: z.array(
    z.object({
      code: text('what may explain it'),
      ...{ plugin: z.string().optional(), by: z.string().optional(), name: z.string().optional() },
      ...{ scenario: z.string().optional(), cluster: z.string().optional() },
    }),
  ),
});
const played = z.union([
  z.object({
    kind: z.literal('played'),
    ...{ stepId: text('of the scenario'), step: text('the kind of request') },
    basis: text('how the kind of a patch is known'),
    comparison: z.object({ compared: text('what of the answer was compared'), rows: z.array(difference) }),
    manager: text('that the server records').optional(),
    afterGap: flag('whether the object changed before it by something that the log does not have'),
  }),
  z.object({ kind: z.literal('not-played'), why: text('a code') }),
]);

const auditSchema = document('AuditLog', 'Who wrote which objects, by an audit log.', {
  events: count('that were read'),
  levels: z.record(z.string(), z.int()).describe('how many of each level'),
  release: text('of the cluster, by the User-Agents of its components').optional(),
  problems: z.array(
    z.object({
      code: text('why it is not read'),
      count: count('how often'),
      lines: z.array(z.int()).describe('the first'),
      found: text('what stands in the first of them'),
    }),
  ),
  objects: z.array(
    z.object({
      key: text('names it'),
      ...{ group: text('empty for the core group'), resource: text('plural') },
      ...{ namespace: text('empty where it has none'), name: text('of the object') },
      requests: count('that may have written it; dry runs are none'),
      dryRuns: count('requests that the server does not keep'),
      refused: count('of the requests'),
      writers: texts('the first five users'),
      otherWriters: count('beyond these'),
      ...{ first: text('the time of the first request'), last: text('of the last') },
      bodies: z.enum(['answers', 'requests', 'some', 'none']),
      states: count('of the object in the log'),
      fights: z.array(
        z.object({
          path,
          sides: z.array(side).describe('two'),
          turns: count('how often the field went from one to the other'),
          ...{ since: z.number(), last: z.number(), perMinute: z.number().optional() },
        }),
      ),
    }),
  ),
  history: z
    .array(
      z.object({
        ...{ number: count('from 1'), line: count('of the log'), received: text('the time') },
        ...{ user: text('who'), userAgent: text('by what'), verb: text('of the request') },
        subresource: text('empty for the main resource'),
        manager: text('that the request names').optional(),
        dryRun: flag('whether the server does not keep it'),
        code: count('of the answer').optional(),
        played: played.optional(),
      }),
    )
    .describe('with --object: its requests')
    .optional(),
  link,
});

const lintSchema = document('Lint', 'About which lists of definitions managers will fight.', {
  definitions: z.array(
    z.object({
      name: text('of the definition'),
      file: text('where it stands'),
      refusal: text('why a server would not take it').optional(),
      findings: z.array(
        z.object({
          rule: text('its name'),
          severity: z.enum(['error', 'warning', 'note']),
          version: text('of the kind'),
          path: text('of the list: .spec.groups[].rules'),
          line: count('from 1'),
          key: text('the member that tells items apart').optional(),
          other: z
            .object({ version: text('another'), topology: text('there'), own: text('here') })
            .describe('where versions merge in different ways')
            .optional(),
          kubebuilder: texts('markers that mend it'),
          openapi: texts('what mends it in the schema'),
        }),
      ),
    }),
  ),
  link,
});

const clusterSchema = document('ClusterAddress', 'Where cluster serves the page.', {
  address: text('to open; it ends with a token'),
  command: texts('the words of the kubectl that runs behind it'),
});

const assistantsSchema = document('AssistantsAddress', 'Where mcp --http serves.', {
  address: text('for clients'),
  token: text('that each request has to show'),
});

/** The form of every JSON document of the program, of rows of tables, and of the configuration, by the names of their schemas. */
export const schemas = {
  owners: ownersSchema,
  rewriters: rewritersSchema,
  forecast: forecastSchema,
  rehearsal: rehearsalSchema,
  rehearsalserver: rehearsalServerSchema,
  survey: surveySchema,
  upgrade: upgradeSchema,
  explanation: explanationSchema,
  difference: differenceSchema,
  auditlog: auditSchema,
  lint: lintSchema,
  clusteraddress: clusterSchema,
  assistantsaddress: assistantsSchema,
  ...rowSchemas,
  config: configSchema,
} as const;

/** The name of a schema. */
export type SchemaName = keyof typeof schemas;
export const schemaNames = Object.keys(schemas) as readonly SchemaName[];

/**
 * A form as JSON Schema 2020-12. What is published lets members pass that it does not name, for later versions add some; an
 * exact one does not, for tests. The form of the configuration is exact always: a misspelt key is an error.
 */
export function jsonSchema(name: SchemaName, exact = name === 'config'): Readonly<Record<string, unknown>> {
  const { $schema, ...rest } = z.toJSONSchema(schemas[name], { io: exact ? 'output' : 'input' });
  return { $schema, $id: schemaId(name), title: name, ...rest };
}

/** What names a schema, with the version of the form. */
export function schemaId(name: SchemaName): string {
  return `urn:managed-fields:schema:v1:${name}`;
}
