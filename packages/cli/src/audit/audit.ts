import {
  fightsInLog,
  type HistoryRow,
  type LogFights,
  type LogReader,
  type LogSummary,
  type ObjectSummary,
  playHistory,
  readLog,
} from '@managed-fields/audit';
import { terminalLine } from '@managed-fields/foreign-text';
import { loadKubernetesTypes, type PlayedVersion } from '@managed-fields/kubernetes-types';
import { loadOnNeed } from '@managed-fields/player';
import { exit, type Io, type Run } from '../io.ts';
import { linkTo } from '../link/link.ts';
import { oneOf, playedVersion, readOptions, refuse } from '../options.ts';
import { pageAddress } from '../page-address.ts';
import { plainValue } from '../plain-value.ts';
import { openSources } from '../sources.ts';
import type { Audited, AuditedObject } from './audited.ts';
import { printAudit } from './print.ts';

/** The most objects about which fights are looked for: those with the most requests. */
const mostFought = 200;

/** `managed-fields audit`: prints who wrote which objects by an audit log, who fights, and the history of one object. */
export const run: Run = async (args, io) => {
  const read = readOptions(args, {
    file: { type: 'string', short: 'f', multiple: true },
    object: { type: 'string' },
    namespace: { type: 'string', short: 'n' },
    from: { type: 'string' },
    to: { type: 'string' },
    output: { type: 'string', short: 'o' },
    link: { type: 'string' },
    kubernetes: { type: 'string' },
  });
  if (read.kind === 'usage') return refuse(io, read.message, 'audit');
  const { values, words } = read;
  const output = oneOf('--output', values.output, ['text', 'json', 'markdown']);
  if (output.kind === 'usage') return refuse(io, output.message, 'audit');
  const kubernetes = playedVersion(values.kubernetes);
  if (kubernetes.kind === 'usage') return refuse(io, kubernetes.message, 'audit');
  const page = values.link === undefined ? undefined : pageAddress(values.link);
  if (page?.kind === 'usage') return refuse(io, page.message, 'audit');
  if (page !== undefined && values.object === undefined) return refuse(io, '--link goes with --object', 'audit');
  const [from, to] = [numberOf(values.from), numberOf(values.to)];
  if (from === null || to === null) return refuse(io, '--from and --to are numbers from 1', 'audit');
  if ((from ?? to) !== undefined && values.object === undefined)
    return refuse(io, '--from and --to go with --object', 'audit');
  if (from !== undefined && to !== undefined && from > to)
    return refuse(io, `--from ${from} is behind --to ${to}`, 'audit');
  const files = [...(values.file ?? []), ...words];
  if (files.length === 0 && io.stdin.isTTY) {
    return refuse(io, 'nothing to read: name the files of an audit log, or pipe one in', 'audit');
  }
  const log = await readSources(files.length === 0 ? ['-'] : files, io);
  if ('failure' in log) return refuse(io, log.failure, 'audit');
  const { reader, unread } = log;
  const summary = reader.summary();
  for (const { code, count, lines } of summary.problems) {
    unread.push(`${count} not read (${code}), first in line ${lines.join(', ')}`);
  }
  for (const sentence of unread) io.stderr.write(`${terminalLine(sentence)}\n`);
  if (summary.objects.length === 0) return refuse(io, 'there is no event of a write in what was read', 'audit');
  const chosen =
    values.object === undefined ? summary.objects : objectsNamed(summary.objects, values.object, values.namespace);
  if (chosen.length === 0) return refuse(io, `the log has no writes of ${values.object}`, 'audit');
  if (values.object !== undefined && chosen.length > 1) {
    const names = chosen.slice(0, 5).map(({ namespace, name }) => `-n ${namespace} ${name}`);
    return refuse(io, `${values.object} is several: choose one by ${names.join(' or ')}`, 'audit');
  }
  const audited = await auditedOf(reader, summary, chosen, {
    kubernetes: kubernetes.value,
    range: { from, to },
    one: values.object !== undefined,
  });
  const known = audited.history?.rows.length;
  const beyond = [from, to].find((each) => known !== undefined && each !== undefined && each > known);
  if (beyond !== undefined) {
    return refuse(io, `there is no request ${beyond}: the log has ${known} of ${values.object}`, 'audit');
  }
  const scenario = audited.history?.scenario;
  const link = page === undefined || scenario === undefined ? undefined : await linkTo(scenario, page.address, io);
  io.stdout.write(printAudit({ ...audited, link }, output.value));
  if (unread.length > 0) return exit.usage;
  return audited.objects.some(({ fights }) => fights.fights.length > 0) ? exit.failed : exit.done;
};

/** A number of a request; undefined where none is given, null where it is none. */
function numberOf(given: string | undefined): number | undefined | null {
  if (given === undefined) return undefined;
  return /^[1-9]\d{0,6}$/.test(given) ? Number(given) : null;
}

/** Reads logs piece by piece; several files are one log. */
async function readSources(
  paths: readonly string[],
  io: Io,
): Promise<{ readonly reader: LogReader; readonly unread: string[] } | { readonly failure: string }> {
  const reader = readLog();
  const unread: string[] = [];
  for await (const source of openSources(paths, io, /./)) {
    if ('failure' in source) return source;
    const decoder = new TextDecoder();
    try {
      for await (const chunk of source.chunks) reader.take(decoder.decode(chunk, { stream: true }));
    } catch (error) {
      unread.push(
        `${source.name}: cannot be read to its end: ${error instanceof Error ? error.message : String(error)}`,
      );
    }
    reader.take(`${decoder.decode()}\n`);
  }
  reader.end();
  return { reader, unread };
}

/** The objects that a name means: `deployments/web`, `deployments.apps/web` or `web`, in a namespace where one is given. */
export function objectsNamed(
  objects: readonly ObjectSummary[],
  named: string,
  namespace: string | undefined,
): readonly ObjectSummary[] {
  const slash = named.indexOf('/');
  const [kind, name] = slash < 0 ? ['', named] : [named.slice(0, slash).toLowerCase(), named.slice(slash + 1)];
  return objects.filter((object) => {
    const { group, resource } = object;
    const names = [resource, resource.replace(/s$/, ''), `${resource}.${group}`];
    const isKind = kind === '' || names.includes(kind);
    return isKind && object.name === name && (namespace === undefined || object.namespace === namespace);
  });
}

/** A fight whose values may be printed. */
function withPlainValues(fight: Fight, { resource }: ObjectSummary): Fight {
  const kind = resource === 'secrets' ? 'Secret' : '';
  const plain = (value: string | null) => (value === null ? null : plainValue(kind, fight.path, value));
  const [one, other] = fight.sides;
  const side = (each: Fight['sides'][0]) => ({ ...each, values: each.values.map(plain) });
  return { ...fight, sides: [side(one), side(other)] };
}

/** A request whose answers may be printed: the words of a server may repeat a value, and do so where the object is a Secret. */
function rowWithPlainValues(row: HistoryRow, { resource }: ObjectSummary): HistoryRow {
  const { played } = row;
  if (played?.kind !== 'played') return row;
  const isSecret = resource === 'secrets';
  const plain = (part: DifferenceRow, value: string | undefined) => {
    if (value === undefined || part.part === 'code' || part.part === 'order' || part.part === 'generation')
      return value;
    if (part.part === 'field') return plainValue(isSecret ? 'Secret' : '', part.path, value);
    return isSecret && ['message', 'details', 'warning'].includes(part.part) ? '…' : value;
  };
  const rows = played.comparison.rows.map(({ row: part, explanations }) => ({
    row: { ...part, predicted: plain(part, part.predicted), answered: plain(part, part.answered) },
    explanations,
  }));
  return { ...row, played: { ...played, comparison: { ...played.comparison, rows } } };
}

type DifferenceRow = Extract<
  NonNullable<HistoryRow['played']>,
  { kind: 'played' }
>['comparison']['rows'][number]['row'];
type Fight = LogFights['fights'][number];

async function auditedOf(
  reader: LogReader,
  summary: LogSummary,
  chosen: readonly ObjectSummary[],
  asked: {
    readonly kubernetes: PlayedVersion;
    readonly range: { readonly from: number | undefined; readonly to: number | undefined };
    readonly one: boolean;
  },
): Promise<Omit<Audited, 'link'>> {
  const { kubernetes, range, one } = asked;
  const catalog = await loadKubernetesTypes(kubernetes);
  const objects: AuditedObject[] = [];
  for (const [place, object] of chosen.entries()) {
    const fights =
      place < mostFought && object.requests > 2
        ? await loadOnNeed(() => fightsInLog(reader, object.key, catalog))
        : { fights: [], states: 0 };
    objects.push({
      object,
      fights: { ...fights, fights: fights.fights.map((fight) => withPlainValues(fight, object)) },
    });
  }
  const [object] = chosen;
  if (!one || object === undefined) return { summary, objects, history: undefined };
  const given = {
    ...(range.from === undefined ? {} : { from: range.from }),
    ...(range.to === undefined ? {} : { to: range.to }),
  };
  const question = { object: object.key, kubernetes, ...given };
  const { rows, scenario } = await loadOnNeed(() => playHistory(reader, question, catalog));
  return { summary, objects, history: { object, rows: rows.map((row) => rowWithPlainValues(row, object)), scenario } };
}
