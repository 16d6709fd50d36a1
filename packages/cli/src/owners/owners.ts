import { jsonText, terminalLine } from '@managed-fields/foreign-text';
import { readInputs } from '../input.ts';
import { exit, type Run } from '../io.ts';
import { hasManagedFields, nameOf, objectsIn } from '../objects.ts';
import { refuse } from '../options.ts';
import { ownersOptions } from './options.ts';
import { type Owned, ownedObject } from './owned-object.ts';
import { ownersJson } from './owners-json.ts';
import { printOwners } from './print-owners.ts';

/** `managed-fields owners`: prints objects with the owners of each line in front of it. */
export const run: Run = async (args, io) => {
  const options = ownersOptions(args, io);
  if (options.kind === 'usage') return refuse(io, options.message, 'owners');
  const { files, output, time, colour, kubernetes } = options;
  const read = await readInputs(files, io);
  if (read.kind === 'failure') return refuse(io, read.message, 'owners');
  const given = objectsIn(read.inputs);
  if (given.kind === 'failure') return refuse(io, given.message, 'owners');
  const printed: string[] = [];
  const json: object[] = [];
  const complaints: string[] = [];
  for (const { object } of given.objects) {
    const owned = await ownedObject(object, kubernetes);
    if (owned.kind === 'unread') return refuse(io, `${nameOf(object)}: ${owned.message}`, 'owners');
    const name = terminalLine(nameOf(object));
    if (!hasManagedFields(object)) {
      complaints.push(withoutManagedFields(name, owned));
      continue;
    }
    complaints.push(...complaintsOf(name, owned));
    if (output === 'json') json.push(ownersJson(object, owned.annotated));
    else printed.push(printOwners(owned.annotated, { time, colour, now: io.now() }));
  }
  for (const complaint of complaints) io.stderr.write(complaint);
  if (output === 'json') io.stdout.write(`${jsonText({ objects: json })}\n`);
  else io.stdout.write(printed.join('---\n'));
  return complaints.length > 0 ? exit.failed : exit.done;
};

/** Says which command brings the managedFields of an object. */
function withoutManagedFields(name: string, { command }: Owned): string {
  const known = command ?? 'kubectl get KIND NAME --show-managed-fields -o yaml';
  return `${name} has no managedFields; this brings them:\n  ${terminalLine(known)}\n`;
}

/** Says why what is printed of an object is not all that there is to say. */
function complaintsOf(name: string, { annotated, refusal, undecoded }: Owned): readonly string[] {
  const { fieldsLeftOut } = annotated;
  return [
    ...(refusal === undefined ? [] : [`A server would not take ${name} as it is: ${terminalLine(refusal)}\n`]),
    ...undecoded.map(
      (manager) =>
        `Cannot read the fields of ${terminalLine(JSON.stringify(manager))} in ${name}: what it owns is not shown.\n`,
    ),
    ...(fieldsLeftOut === undefined ? [] : [`${name} is very large: ${fieldsLeftOut} fields have no owners here.\n`]),
  ];
}
