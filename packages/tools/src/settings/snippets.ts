import { placeOfPath, plainOf, yamlText } from '@managed-fields/scenario';
import { readDocuments } from '@managed-fields/source';
import { eachOnce, fragment } from './field-names.ts';
import type { Snippet, ToolConflict, ToolFact, ToolField, ToolObject } from './tool.ts';

/** A snippet of YAML, made of plain data. */
export function yaml(data: unknown, without: readonly ToolField[] = []): Snippet {
  return snippet('yaml', yamlText(data), without);
}

/** A snippet. It names the fields that it cannot speak of. */
export function snippet(language: Snippet['language'], text: string, without: readonly ToolField[] = []): Snippet {
  return { language, text: text.trimEnd(), without: eachOnce(without).map((field) => field.text) };
}

/**
 * The lines of a manifest that declare the fields of a conflict, to be taken out of it. `inside` is where the manifest
 * stands in what is written.
 */
export function leftOut({ fields }: ToolConflict, inside: readonly string[] = []): Snippet | undefined {
  const manifest = fragment(fields, 'declared');
  const text = yamlText(within(inside, plainOf(manifest)));
  const [document] = readDocuments(text);
  const declared = fields.filter((field) => field.declared !== undefined);
  const taken = declared.flatMap((field) => {
    const range = document?.locate([...inside, ...placeOfPath(manifest, field.text).place])?.whole;
    return range === undefined ? [] : [range];
  });
  if (taken.length === 0) return undefined;
  let end = -1;
  const lines = text
    .trimEnd()
    .split('\n')
    .map((line) => {
      const start = end + 1;
      end = start + line.length;
      const isTaken = taken.some(({ from, to }) => from < end && to > start);
      return `${isTaken ? '-' : ' '} ${line}`;
    });
  return snippet(
    'diff',
    lines.join('\n'),
    fields.filter((field) => field.declared === undefined),
  );
}

/** The fields of a conflict in a manifest with their live values, to be put into it. */
export function putIn({ fields }: ToolConflict, inside: readonly string[] = []): Snippet | undefined {
  const absent = fields.filter((field) => field.live === undefined);
  if (absent.length === fields.length) return undefined;
  return yaml(within(inside, plainOf(fragment(fields, 'live'))), absent);
}

/** The row of a tool whose user gives fields up by leaving them out of what the tool applies. */
export function givesUp(
  place: ToolFact['place'],
  source: ToolFact['source'],
  behaviour: ToolFact['behaviour'] = 'plain',
): ToolFact {
  return {
    way: 'give-up',
    setting: '',
    place,
    behaviour,
    same: 'give-up',
    source,
    write: (conflict) => leftOut(conflict),
  };
}

/** The row of a tool whose user shares fields by writing their live values into what the tool applies. */
export function shares(place: ToolFact['place'], source: ToolFact['source']): ToolFact {
  return {
    way: 'share',
    setting: '',
    place,
    behaviour: 'plain',
    same: 'share',
    source,
    write: (conflict) => putIn(conflict),
  };
}

function within(names: readonly string[], manifest: unknown): unknown {
  return names.reduceRight((inner: unknown, name) => ({ [name]: inner }), manifest);
}

/** Fields in two groups: those that something can name, each once, with the name, and the others. */
export function named<Name>(
  fields: readonly ToolField[],
  name: (field: ToolField) => Name | undefined,
): { readonly names: readonly Name[]; readonly others: readonly ToolField[] } {
  const all = eachOnce(fields).map((field) => ({ field, name: name(field) }));
  return {
    names: all.flatMap((each) => (each.name === undefined ? [] : [each.name])),
    others: all.flatMap((each) => (each.name === undefined ? [each.field] : [])),
  };
}

/** An object as most tools select one. The core group is left out where `group` is. */
export function selector({ group, kind, name, namespace }: ToolObject): Readonly<Record<string, string>> {
  return {
    ...(group === '' ? {} : { group }),
    kind,
    name,
    ...(namespace === '' ? {} : { namespace }),
  };
}

/** The managers that own fields by updates of the main resource: only their entries can be moved. */
export function updaters({ fields }: ToolConflict): readonly string[] {
  const owners = fields.filter(({ owner }) => owner.operation === 'Update' && owner.subresource === '');
  return [...new Set(owners.map(({ owner }) => owner.manager))];
}

/** All managers that own a field of a conflict. */
export function owners({ fields }: ToolConflict): readonly string[] {
  return [...new Set(fields.map(({ owner }) => owner.manager))];
}
