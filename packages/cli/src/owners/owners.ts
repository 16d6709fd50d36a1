import { terminalLine } from '@managed-fields/foreign-text';
import type { PlayedVersion } from '@managed-fields/kubernetes-types';
import { hasManagedFields, mapAt, stringAt, type ValueMap } from '@managed-fields/merge-engine';
import type { ManagerView } from '@managed-fields/player';
import { type Asked, readInputs, sayLacking } from '../input.ts';
import { exit, hasColour, type Io, type Run } from '../io.ts';
import { outputJson } from '../json/output.ts';
import { kubectlOptions } from '../kubectl.ts';
import { isNamed, nameOf, objectsIn } from '../objects.ts';
import { oneOf, playedVersion, readOptions, refuse } from '../options.ts';
import { explainedJson, explainedText, explainField } from './explain.ts';
import { type OwnedLine, type OwnedLines, ownedLines } from './owned-lines.ts';
import { type Owned, ownedObject } from './owned-object.ts';
import { printOwners, type TimeFormat } from './print-owners.ts';

/** An object with the owners of its lines, as `--output json` has it. */
export function ownersJson(object: ValueMap, { lines, absent }: OwnedLines): object {
  const metadata = mapAt(object, 'metadata');
  return {
    apiVersion: stringAt(object, 'apiVersion'),
    kind: stringAt(object, 'kind'),
    namespace: stringAt(metadata, 'namespace'),
    name: stringAt(metadata, 'name'),
    lines: lines.map(({ text, field, owners, itemOwners }) => ({
      text,
      path: field?.path,
      state: field?.state,
      owners: owners.map(ownerJson),
      itemOwners: itemOwners.map(ownerJson),
    })),
    absent: absent.map(({ path, owners }) => ({ path, owners: owners.map(ownerJson) })),
  };
}

function ownerJson({ manager, operation, subresource, apiVersion, time }: ManagerView): object {
  return { manager, operation, subresource, apiVersion, time };
}

/** What the arguments of `owners` come to, or why they cannot be used. */
export type OwnersOptions =
  | { readonly kind: 'usage'; readonly message: string }
  | {
      readonly kind: 'options';
      readonly input: Asked;
      readonly only: OnlyLines;
      readonly output: 'text' | 'json';
      readonly time: TimeFormat;
      readonly colour: boolean;
      readonly kubernetes: PlayedVersion;
      /** The field of which it is asked who puts it back, `.spec.replicas`; undefined where that is not asked. */
      readonly explain: string | undefined;
    };

/** Reads the arguments of `owners`. */
export function ownersOptions(args: readonly string[], io: Io): OwnersOptions {
  const read = readOptions(args, {
    file: { type: 'string', short: 'f', multiple: true },
    ...kubectlOptions,
    path: { type: 'string', multiple: true },
    manager: { type: 'string', multiple: true },
    output: { type: 'string', short: 'o' },
    time: { type: 'string' },
    explain: { type: 'string' },
    color: { type: 'string' },
    kubernetes: { type: 'string' },
  });
  if (read.kind === 'usage') return read;
  const { values, words } = read;
  const output = oneOf('--output', values.output, ['text', 'json']);
  if (output.kind === 'usage') return output;
  const time = oneOf('--time', values.time, ['relative', 'full', 'none']);
  if (time.kind === 'usage') return time;
  const color = oneOf('--color', values.color, ['auto', 'always', 'never']);
  if (color.kind === 'usage') return color;
  const kubernetes = playedVersion(values.kubernetes);
  if (kubernetes.kind === 'usage') return kubernetes;
  if (values.explain !== undefined && !/^\.\S/.test(values.explain)) {
    return {
      kind: 'usage',
      message: `--explain ${JSON.stringify(values.explain)} is no path: it is like .spec.replicas`,
    };
  }
  const noPath = values.path?.find((path) => !/^\.\S/.test(path));
  if (noPath !== undefined) {
    return { kind: 'usage', message: `--path ${JSON.stringify(noPath)} is no path: it is like .spec.template` };
  }
  return {
    kind: 'options',
    input: { ...values, words },
    only: { paths: values.path ?? [], managers: values.manager ?? [] },
    output: output.value,
    time: time.value,
    colour: color.value === 'auto' ? hasColour(io) : color.value === 'always',
    kubernetes: kubernetes.value,
    explain: values.explain,
  };
}

/** `managed-fields owners`: prints objects with the owners of each line in front of it. */
export const run: Run = async (args, io) => {
  const options = ownersOptions(args, io);
  if (options.kind === 'usage') return refuse(io, options.message, 'owners');
  const { input, only, output, time, colour, kubernetes, explain } = options;
  const read = await readInputs(input, io, 'part');
  if (read.kind === 'failure') return refuse(io, read.message, 'owners');
  const given = objectsIn(read.inputs);
  if (given.kind === 'failure') return refuse(io, given.message, 'owners');
  if (explain !== undefined) {
    const objects = given.objects.map(({ object }) => object);
    const explained = await explainField(objects, explain, kubernetes);
    if (explained.length === 0) {
      sayLacking(read.lacking, io);
      io.stderr.write(`No object with managedFields has ${terminalLine(explain)}.\n`);
      return exit.failed;
    }
    io.stdout.write(output === 'json' ? explainedJson(explained, explain) : explainedText(explained, explain));
    return sayLacking(read.lacking, io) ? exit.failed : exit.done;
  }
  const printed: string[] = [];
  const json: object[] = [];
  const complaints: string[] = [];
  let isChosen = false;
  for (const { object } of given.objects) {
    const owned = await ownedObject(object, kubernetes);
    if (owned.kind === 'unread') return refuse(io, `${nameOf(object)}: ${owned.message}`, 'owners');
    const name = terminalLine(nameOf(object));
    if (!hasManagedFields(object)) {
      complaints.push(...(isNamed(object) ? [] : refusalOf(name, owned)), withoutManagedFields(name, owned));
      continue;
    }
    complaints.push(...complaintsOf(name, owned));
    const lines = onlyLines(ownedLines(owned.annotated), only);
    isChosen ||= lines.lines.length > 0 || lines.absent.length > 0;
    if (output === 'json') json.push(ownersJson(object, lines));
    else printed.push(printOwners(owned.annotated, lines, { time, colour, now: io.now() }));
  }
  if (!isChosen && complaints.length === 0) {
    complaints.push(
      'No line fits --path and --manager. Paths are those of --output json: .spec.ports[port=80,protocol="TCP"]\n',
    );
  }
  for (const complaint of complaints) io.stderr.write(complaint);
  const isLacking = sayLacking(read.lacking, io);
  if (output === 'json') io.stdout.write(outputJson('Owners', { objects: json }));
  else io.stdout.write(printed.join('---\n'));
  return isLacking || complaints.length > 0 ? exit.failed : exit.done;
};

/** Says which command brings the managedFields of an object. */
function withoutManagedFields(name: string, { command }: Owned): string {
  const known = command ?? 'kubectl get KIND NAME --show-managed-fields -o yaml';
  return `${name} has no managedFields; this brings them:\n  ${terminalLine(known)}\n`;
}

/** Says why what is printed of an object is not all that there is to say. */
function complaintsOf(name: string, owned: Owned): readonly string[] {
  const { annotated, undecoded, unserved } = owned;
  const { fieldsLeftOut } = annotated;
  return [
    ...refusalOf(name, owned),
    ...unserved.map(({ manager, apiVersion }) => {
      const entry = terminalLine(`${JSON.stringify(manager)} in ${name} is of ${apiVersion}`);
      return `The entry of ${entry}, which is not served: the next write takes it out, and what it owns is not shown.\n`;
    }),
    ...undecoded.map(
      (manager) =>
        `Cannot read the fields of ${terminalLine(JSON.stringify(manager))} in ${name}: what it owns is not shown.\n`,
    ),
    ...(fieldsLeftOut === undefined ? [] : [`${name} is very large: ${fieldsLeftOut} fields have no owners here.\n`]),
  ];
}

/** Says in its words why a server would refuse an object; nothing where it would not. */
export function refusalOf(name: string, { refusal }: Owned): readonly string[] {
  return refusal === undefined ? [] : [`A server would not take ${name} as it is: ${terminalLine(refusal)}\n`];
}

/** Which lines of an object are printed: those at or below one of the paths, that one of the managers owns; none are all. */
interface OnlyLines {
  /** `.spec.template` */
  readonly paths: readonly string[];
  readonly managers: readonly string[];
}

/** Chooses lines, and with them those of the fields that they are in, so that what is left can be read as it stands. */
function onlyLines({ lines, absent }: OwnedLines, only: OnlyLines): OwnedLines {
  if (only.paths.length === 0 && only.managers.length === 0) return { lines, absent };
  const isBelow = (path: string) => only.paths.length === 0 || only.paths.some((each) => isAtOrBelow(path, each));
  const isOwned = (owners: readonly ManagerView[]) =>
    only.managers.length === 0 || owners.some(({ manager }) => only.managers.includes(manager));
  const isWanted = ({ field, owners, itemOwners }: OwnedLine) =>
    field !== undefined && isBelow(field.path) && isOwned([...owners, ...itemOwners]);
  const wanted = lines.flatMap((line) => (isWanted(line) ? [line.field?.path ?? ''] : []));
  const around = new Set(wanted.flatMap(parentsOf));
  return {
    lines: lines.filter((line) => isWanted(line) || (line.field !== undefined && around.has(line.field.path))),
    absent: absent.filter(({ path, owners }) => isBelow(path) && isOwned(owners)),
  };
}

/** Whether a path is another one or leads on from it; `.spec` does not lead to `.specific`. */
function isAtOrBelow(path: string, other: string): boolean {
  return path === other || (path.startsWith(other) && /^[.[]/.test(path.slice(other.length)));
}

/** The paths that lead to a path: `.spec` and `.spec.ports` to `.spec.ports[port=80]`. Quotes hold dots and brackets. */
function parentsOf(path: string): readonly string[] {
  const parents: string[] = [];
  let quoted = false;
  for (let at = 1; at < path.length; at++) {
    const character = path[at];
    if (character === '"' && path[at - 1] !== '\\') quoted = !quoted;
    if (!quoted && (character === '.' || character === '[')) parents.push(path.slice(0, at));
  }
  return parents;
}
