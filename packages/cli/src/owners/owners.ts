import { defaultVersion, kubernetesVersions } from '@managed-fields/scenario';
import { readInputs } from '../input.ts';
import { exit, type Io, type Run } from '../io.ts';
import { nameOf, objectsIn } from '../objects.ts';
import { oneOf, readOptions, refuse } from '../options.ts';
import { jsonText, visible } from '../visible.ts';
import { ownedObject } from './owned-object.ts';
import { ownersJson } from './owners-json.ts';
import { printOwners } from './print-owners.ts';

/** `managed-fields owners`: prints objects with the owners of each line in front of it. */
export const run: Run = async (args, io) => {
  const options = readOptions(args, {
    file: { type: 'string', short: 'f', multiple: true },
    output: { type: 'string', short: 'o' },
    time: { type: 'string' },
    color: { type: 'string' },
    kubernetes: { type: 'string' },
  });
  if (options.kind === 'usage') return refuse(io, options.message, 'owners');
  const { values, words } = options;
  const output = oneOf('--output', values.output, ['text', 'json']);
  const time = oneOf('--time', values.time, ['relative', 'full', 'none']);
  const color = oneOf('--color', values.color, ['auto', 'always', 'never']);
  const kubernetes = oneOf('--kubernetes', values.kubernetes ?? defaultVersion, kubernetesVersions);
  if (output.kind === 'usage') return refuse(io, output.message, 'owners');
  if (time.kind === 'usage') return refuse(io, time.message, 'owners');
  if (color.kind === 'usage') return refuse(io, color.message, 'owners');
  if (kubernetes.kind === 'usage') return refuse(io, kubernetes.message, 'owners');
  if (words.length > 0) return refuse(io, `${words[0]} is no option: files are named by -f`, 'owners');
  const read = await readInputs(values.file ?? [], io);
  if (read.kind === 'failure') return refuse(io, read.message, 'owners');
  const given = objectsIn(read.inputs);
  if (given.kind === 'failure') return refuse(io, given.message, 'owners');

  const colour = color.value === 'auto' ? hasColour(io) : color.value === 'always';
  const printed: string[] = [];
  const json: object[] = [];
  let code: number = exit.done;
  for (const { object } of given.objects) {
    const owned = await ownedObject(object, kubernetes.value);
    if (owned.kind === 'unread') return refuse(io, `${nameOf(object)}: ${owned.message}`, 'owners');
    const { annotated, refusal, command, undecoded } = owned;
    if (command !== undefined) {
      io.stderr.write(`${visible(nameOf(object))} has no managedFields; this brings them:\n  ${visible(command)}\n`);
      code = exit.failed;
      continue;
    }
    if (refusal !== undefined) {
      io.stderr.write(`A server would not take ${visible(nameOf(object))} as it is: ${visible(refusal)}\n`);
      code = exit.failed;
    }
    for (const manager of undecoded) {
      const what = `the fields of ${JSON.stringify(manager)} in ${nameOf(object)}`;
      io.stderr.write(`Cannot read ${visible(what)}: what it owns is not shown.\n`);
      code = exit.failed;
    }
    if (annotated.fieldsLeftOut !== undefined) {
      io.stderr.write(
        `${visible(nameOf(object))} is very large: ${annotated.fieldsLeftOut} fields have no owners here\n`,
      );
    }
    if (output.value === 'json') json.push(ownersJson(object, annotated));
    else printed.push(printOwners(annotated, { time: time.value, colour, now: io.now() }));
  }
  if (output.value === 'json') io.stdout.write(`${jsonText({ objects: json })}\n`);
  else io.stdout.write(printed.join('---\n'));
  return code;
};

/** Whether stdout takes colours. As with Node itself, FORCE_COLOR comes before NO_COLOR, and both before the terminal. */
function hasColour({ stdout, env }: Io): boolean {
  const forced = env['FORCE_COLOR'];
  if (forced !== undefined) return forced !== '0' && forced !== 'false';
  if (env['NO_COLOR']) return false;
  return stdout.isTTY && env['TERM'] !== 'dumb';
}
