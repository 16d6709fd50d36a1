import type { ForecastSummary } from '@managed-fields/forecast';
import { z } from 'zod';
import { run as runForecast } from '../../forecast/forecast.ts';
import { toolNames } from '../../forecast/tool-options.ts';
import { kubernetesInput, nameInput, textInput } from '../input.ts';
import { memoryIo } from '../memory-io.ts';
import { first } from '../shown.ts';
import type { Tool } from '../tool.ts';

/** The most rows of an answer, and of each list in a row. */
const [mostRows, mostFields] = [50, 20];

const input = z.strictObject({
  live: textInput('A dump of the cluster: `kubectl get … -A -o yaml --show-managed-fields`, with crd for custom kinds'),
  manifests: textInput('The manifests of the release, as `helm template` or `kustomize build` print them'),
  tool: z.enum(toolNames).optional().describe('What applies; without it the managers in the dump say it'),
  toolOptions: z
    .array(
      z
        .string()
        .max(500)
        .regex(/^\w[\w.-]*=/, 'an option is NAME=VALUE'),
    )
    .max(50)
    .optional()
    .describe('Options by the tool’s own names: ServerSideApply=true'),
  manager: nameInput('The field manager; needed with the tool none').optional(),
  force: z.boolean().optional().describe('Take what others own'),
  namespace: nameInput('The namespace of manifests that name none').optional(),
  kubernetes: kubernetesInput,
});

const field = z.object({
  path: z.string(),
  owner: z.string().optional(),
  before: z.string().optional(),
  after: z.string().optional(),
});

const output = z.object({
  summary: z.record(z.string(), z.number()).describe('Manifests by how they end, and fields'),
  rows: z.array(
    z.object({
      object: z.string(),
      result: z.string().describe('created, changed, unchanged, conflict, refused, deleted, left, hook or unread'),
      message: z.string().optional().describe('The words of the server or of the tool'),
      conflicts: z.array(field).describe('before: the live value; after: what the manifest has'),
      changes: z.array(field),
      taken: z.array(z.object({ owner: z.string(), fields: z.array(z.string()) })).describe('What others lose'),
      leftOut: z.number(),
    }),
  ),
  left: z.array(z.string()).describe('Objects that the manager wrote and that the release does not have'),
  error: z.string().optional().describe('What the tool ends with'),
  leftOut: z.number().describe('Rows that are left out; those that conflict or are refused come first'),
  notes: z.array(z.string()),
});

type Row = z.input<typeof output>['rows'][number];

/** Tool `forecast`: what a release meets. */
export const forecast: Tool<typeof input, typeof output> = {
  name: 'forecast',
  title: 'What a release will meet',
  description:
    'Plays a release on the live objects of a dump, as its tool applies it (kubectl, Helm, Argo CD, Flux, Terraform, Pulumi, …), and says for each manifest what is created, changed, in conflict or refused, and what others lose. Ask this before a release is applied.',
  input,
  output,
  async answer({ live, manifests, tool, toolOptions = [], manager, force, namespace, kubernetes }, { io }) {
    const args = [
      ...['--live=live', '--apply=manifests', '--output=json'],
      ...(tool === undefined ? [] : [`--tool=${tool}`]),
      ...toolOptions.map((option) => `--tool-option=${option}`),
      ...(manager === undefined ? [] : [`--manager=${manager}`]),
      ...(namespace === undefined ? [] : [`--namespace=${namespace}`]),
      ...(kubernetes === undefined ? [] : [`--kubernetes=${kubernetes}`]),
      ...(force === true ? ['--force'] : []),
    ];
    const world = memoryIo(new Map(Object.entries({ live, manifests })), io);
    await runForecast(args, world.io);
    const said = world.stderr().filter((line) => !line.startsWith("Run 'managed-fields"));
    if (world.stdout() === '') {
      return { kind: 'error', message: said.map((line) => line.replace(/^managed-fields forecast: /, '')).join('\n') };
    }
    const read: Read = JSON.parse(world.stdout());
    const rows = read.rows.map(rowOf).toSorted((a, b) => weight(b) - weight(a));
    const shown = first(rows, mostRows);
    const { results, changes, conflicts, staying, unowned } = read.summary.serverSide;
    const { manifests: all, left } = read.summary;
    return {
      kind: 'answer',
      value: {
        summary: { manifests: all, ...results, changes, conflicts, staying, unowned, leftInCluster: left },
        rows: shown.rows,
        left: first(
          read.left.map(({ object }) => nameOf(object)),
          mostRows,
        ).rows,
        ...(read.error === undefined ? {} : { error: read.error }),
        leftOut: shown.leftOut,
        notes: said,
      },
    };
  },
};

type WaySummary = ForecastSummary['serverSide'];

/** Of the program’s JSON, whose form its README describes, what is read here. */
interface Read {
  readonly summary: {
    readonly manifests: number;
    readonly left: number;
    readonly serverSide: WaySummary;
  };
  readonly rows: readonly ReadRow[];
  readonly left: readonly { readonly object: ReadObject }[];
  readonly error?: string;
}

interface ReadObject {
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
  readonly generateName?: string;
}

interface ReadOwner {
  readonly manager: string;
  readonly operation: string;
  readonly subresource: string;
}

interface Way {
  readonly result: string;
  readonly message?: string;
  readonly conflicts: readonly { path: string; owner: ReadOwner; live?: string; declared?: string }[];
  readonly changes: readonly { path: string; before?: string; after?: string }[];
  readonly taken: readonly { owner: ReadOwner; fields: readonly string[] }[];
}

/** What a tool did stands on the row itself, one way of applying in `serverSide`. */
interface ReadRow extends Partial<Way> {
  readonly kind: 'played' | 'extra' | 'hook' | 'unread';
  readonly object?: ReadObject;
  readonly detail?: string;
  readonly serverSide?: Way;
}

function rowOf(row: ReadRow): Row {
  const object = row.object === undefined ? '' : nameOf(row.object);
  const none = { conflicts: [], changes: [], taken: [], leftOut: 0 };
  if (row.kind === 'hook' || row.kind === 'unread') {
    const message = row.message ?? row.detail;
    return { object, result: row.kind, ...(message === undefined ? {} : { message }), ...none };
  }
  const way: Partial<Way> = row.serverSide ?? row;
  const { result = '', message, conflicts = [], changes = [], taken = [] } = way;
  const [met, changed, lost] = [first(conflicts, mostFields), first(changes, mostFields), first(taken, mostFields)];
  return {
    ...{ object, result },
    ...(message === undefined ? {} : { message }),
    conflicts: met.rows.map(({ path, owner, live, declared }) => ({
      ...{ path, owner: ownerText(owner) },
      ...(live === undefined ? {} : { before: live }),
      ...(declared === undefined ? {} : { after: declared }),
    })),
    changes: changed.rows.map(({ path, before, after }) => ({
      path,
      ...(before === undefined ? {} : { before }),
      ...(after === undefined ? {} : { after }),
    })),
    taken: lost.rows.map(({ owner, fields }) => ({ owner: ownerText(owner), fields: first(fields, mostFields).rows })),
    leftOut: met.leftOut + changed.leftOut + lost.leftOut,
  };
}

function ownerText({ manager, operation, subresource }: ReadOwner): string {
  return `${manager} (${operation}${subresource === '' ? '' : ` /${subresource}`})`;
}

function nameOf({ kind, namespace, name, generateName = '' }: ReadObject): string {
  return `${kind} ${namespace === '' ? '' : `${namespace}/`}${name || `${generateName}…`}`;
}

function weight({ result }: Row): number {
  return ['unchanged', 'created', 'changed', 'deleted', 'unread', 'refused', 'conflict'].indexOf(result);
}
