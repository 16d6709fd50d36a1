import { markdownCode, markdownTable, markdownText, terminalLine } from '@managed-fields/foreign-text';
import type { PlayedVersion } from '@managed-fields/kubernetes-types';
import type { ManagerView } from '@managed-fields/player';
import { readInputs } from '../input.ts';
import { exit, type Run } from '../io.ts';
import { outputJson } from '../json/output.ts';
import { kubectlOptions } from '../kubectl.ts';
import { type GivenObject, nameOf, objectsIn } from '../objects.ts';
import { oneOf, playedVersion, readOptions, refuse } from '../options.ts';
import { ownedObject } from '../owners/owned-object.ts';
import { type DifferingField, differingFields, identityOf, isSetItem } from './differing.ts';

/** `managed-fields diff`: prints in which fields two objects, or two states of one, differ, and who owns these in each. */
export const run: Run = async (args, io) => {
  const read = readOptions(args, {
    file: { type: 'string', short: 'f', multiple: true },
    ...kubectlOptions,
    from: { type: 'string' },
    to: { type: 'string' },
    output: { type: 'string', short: 'o' },
    kubernetes: { type: 'string' },
  });
  if (read.kind === 'usage') return refuse(io, read.message, 'diff');
  const { values, words } = read;
  const output = oneOf('--output', values.output, ['text', 'json', 'markdown']);
  if (output.kind === 'usage') return refuse(io, output.message, 'diff');
  const kubernetes = playedVersion(values.kubernetes);
  if (kubernetes.kind === 'usage') return refuse(io, kubernetes.message, 'diff');
  const inputs = await readInputs({ ...values, words }, io);
  if (inputs.kind === 'failure') return refuse(io, inputs.message, 'diff');
  const given = objectsIn(inputs.inputs);
  if (given.kind === 'failure') return refuse(io, given.message, 'diff');
  const chosen = chosenOf(given.objects, values.from, values.to);
  if ('usage' in chosen) return refuse(io, chosen.usage, 'diff');
  const found = await difference(chosen.before, chosen.after, kubernetes.value);
  if ('unread' in found) return refuse(io, found.unread, 'diff');
  const names = { from: nameOf(chosen.before.object), to: nameOf(chosen.after.object) };
  io.stdout.write(printed[output.value](found.fields, names));
  return found.fields.length === 0 ? exit.done : exit.failed;
};

/** The two that are compared: the only two, or those that are named by their numbers, from 1. */
function chosenOf(
  objects: readonly GivenObject[],
  from: string | undefined,
  to: string | undefined,
): { readonly before: GivenObject; readonly after: GivenObject } | { readonly usage: string } {
  if (objects.length < 2) return { usage: 'diff takes two objects, or a file with two states of one' };
  const areOne = new Set(objects.map(({ object }) => identityOf(object))).size === 1;
  if (objects.length > 2 && !areOne && (from === undefined || to === undefined)) {
    return { usage: `there are ${objects.length} objects: choose two by --from N and --to N, counted from 1` };
  }
  const at = (number: string) => (/^\d{1,6}$/.test(number) ? objects[Number(number) - 1] : undefined);
  const [before, after] = [at(from ?? '1'), at(to ?? String(objects.length))];
  if (before !== undefined && after !== undefined) return { before, after };
  return { usage: `--from and --to are numbers from 1 to ${objects.length}` };
}

async function difference(
  before: GivenObject,
  after: GivenObject,
  kubernetes: PlayedVersion,
): Promise<{ readonly fields: readonly DifferingField[] } | { readonly unread: string }> {
  const [from, to] = [await ownedObject(before.object, kubernetes), await ownedObject(after.object, kubernetes)];
  if (from.kind === 'unread') return { unread: `${nameOf(before.object)}: ${from.message}` };
  if (to.kind === 'unread') return { unread: `${nameOf(after.object)}: ${to.message}` };
  return { fields: differingFields({ ...before, annotated: from.annotated }, { ...after, annotated: to.annotated }) };
}

interface Names {
  readonly from: string;
  readonly to: string;
}

const printed: Readonly<
  Record<'text' | 'json' | 'markdown', (fields: readonly DifferingField[], names: Names) => string>
> = {
  text: (fields, { from, to }) => {
    const names = from === to ? from : `${from} → ${to}`;
    const lines = [
      `${names}: ${countOf(fields)}`,
      ...fields.flatMap(({ path, before, after, ownersBefore, ownersAfter }) => [
        changeText(path, before, after),
        `  ${ownersText(ownersBefore, ownersAfter)}`,
      ]),
    ];
    return lines.map((line) => `${terminalLine(line)}\n`).join('');
  },
  json: (fields, names) =>
    outputJson('Difference', {
      ...names,
      fields: fields.map(({ ownersBefore, ownersAfter, ...field }) => ({
        ...field,
        ownersBefore: ownersBefore.map(ownerJson),
        ownersAfter: ownersAfter.map(ownerJson),
      })),
    }),
  markdown: (fields, { from, to }) => {
    const rows = fields.map(({ path, before, after, ownersBefore, ownersAfter }) => [
      markdownCode(path),
      markdownCode(oneLine(before)),
      markdownCode(oneLine(after)),
      markdownText(ownersText(ownersBefore, ownersAfter)),
    ]);
    const title = from === to ? from : `${from} → ${to}`;
    return [
      `### ${markdownText(title)}`,
      '',
      `${countOf(fields)}.`,
      '',
      ...(rows.length === 0 ? [] : markdownTable(['Field', 'Before', 'After', 'Owners'], rows)),
    ].join('\n');
  },
};

function countOf({ length }: readonly unknown[]): string {
  return length === 0 ? 'no field differs' : length === 1 ? '1 field differs' : `${length} fields differ`;
}

/** What became of a field; an item of a set, whose value is in its path, comes or goes. */
function changeText(path: string, before: string | undefined, after: string | undefined): string {
  if (!isSetItem(path)) return `${path}: ${oneLine(before)} → ${oneLine(after)}`;
  if (before === undefined) return `${path}: new in the list`;
  return after === undefined ? `${path}: gone from the list` : `${path}: in both`;
}

function oneLine(text: string | undefined): string {
  if (text === undefined) return '(none)';
  const line = text.replace(/\s*\n\s*/g, ' ');
  return line.length > 200 ? `${line.slice(0, 199)}…` : line;
}

function ownersText(before: readonly ManagerView[], after: readonly ManagerView[]): string {
  const [from, to] = [before, after].map((owners) => owners.map(ownerText).join(', ') || 'nobody');
  return from === to ? `owned by ${to}` : `owned by ${from}, then by ${to}`;
}

function ownerText({ manager, operation, subresource }: ManagerView): string {
  return `${manager} (${operation}${subresource === '' ? '' : ` /${subresource}`})`;
}

function ownerJson({ manager, operation, subresource, apiVersion, time }: ManagerView): object {
  return { manager, operation, subresource, apiVersion, time };
}
