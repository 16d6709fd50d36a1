import { jsonText } from '@managed-fields/foreign-text';
import { exit, type Run } from '../io.ts';
import { jsonSchema, type SchemaName, schemaNames } from '../json/schemas.ts';
import { nearest } from '../nearest.ts';
import { readOptions, refuse } from '../options.ts';

/** `managed-fields schema`: prints the JSON Schema of an output or of the configuration, or the list of them. */
export const run: Run = async (args, io) => {
  const read = readOptions(args, {});
  if (read.kind === 'usage') return refuse(io, read.message, 'schema');
  const [named, ...more] = read.words;
  if (more.length > 0) return refuse(io, 'name one schema', 'schema');
  if (named === undefined) {
    for (const name of schemaNames) io.stdout.write(`${name}\n`);
    return exit.done;
  }
  const isKnown = (name: string): name is SchemaName => schemaNames.some((each) => each === name);
  const name = named.toLowerCase();
  if (!isKnown(name)) {
    const meant = nearest(named, schemaNames) || `: they are ${schemaNames.join(', ')}`;
    return refuse(io, `there is no schema ${JSON.stringify(named)}${meant}`, 'schema');
  }
  io.stdout.write(`${jsonText(jsonSchema(name))}\n`);
  return exit.done;
};
