import type { KindSchema } from '../discovery/kind-schema.ts';
import { filledLines } from './filled-lines.ts';
import { type Model, modelOf } from './model.ts';
import type { Explained } from './plain-text.ts';

/**
 * What `kubectl explain -o plaintext-openapiv2` prints. Upstream: k8s.io/kubectl pkg/explain/model_printer.go,
 * fields_printer.go, recursive_fields_printer.go.
 */
export function modelText(document: KindSchema, fields: readonly string[], depth: number): Explained {
  const found = lookedUp(modelOf(document), fields);
  if (typeof found === 'string') return { text: '', error: found };
  const { group, version, kind } = document;
  const head = `KIND:     ${kind}\nVERSION:  ${group === '' ? version : `${group}/${version}`}\n\n`;
  const name = fields.at(-1) ?? '';
  const descriptions: string[] = [];
  let model = found;
  while (model.kind === 'reference' || model.kind === 'list' || model.kind === 'map') {
    descriptions.push(model.description);
    model = model.kind === 'reference' ? model.to() : model.of();
  }
  const type = typeOf(found);
  const said = descriptionText([...descriptions, model.description]);
  if (model.kind === 'arbitrary') return { text: `${head}${said}` };
  if (model.kind === 'primitive') return { text: `${head}FIELD:    ${name} <${type}>\n\n${said}` };
  const list = depth > 0 ? recursiveFields(model, 1, depth, new Set()) : regularFields(model);
  return { text: `${head}${name === '' ? '' : `RESOURCE: ${name} <${type}>\n\n`}${said}\nFIELDS:\n${list}` };
}

/** Follows names of fields; the message where one is not there. Upstream: field_lookup.go. */
function lookedUp(root: Model, fields: readonly string[]): Model | string {
  let model = root;
  let rest = fields;
  for (;;) {
    const [field, ...more] = rest;
    if (field === undefined || model.kind === 'primitive' || model.kind === 'arbitrary') return model;
    if (model.kind === 'fields') {
      const next = model.fields.get(field);
      if (next === undefined) return `field "${field}" does not exist`;
      model = next();
      rest = more;
    } else model = model.kind === 'reference' ? model.to() : model.of();
  }
}

/** Upstream: typename.go. */
function typeOf(model: Model): string {
  switch (model.kind) {
    case 'reference':
      return typeOf(model.to());
    case 'fields':
      return 'Object';
    case 'list':
      return `[]${typeOf(model.of())}`;
    case 'map':
      return `map[string]${typeOf(model.of())}`;
    case 'primitive':
      return model.type;
    default:
      return '';
  }
}

function descriptionText(descriptions: readonly string[]): string {
  const lines = descriptions.flatMap((text, index) =>
    text === '' ? [] : [...(index === 0 ? [] : ['']), ...filledLines(text, 75).map((line) => `     ${line}`)],
  );
  const shown = lines.length === 0 ? ['     <empty>'] : lines;
  return `DESCRIPTION:\n${shown.map((line) => `${line.trim() === '' ? '' : line}\n`).join('')}`;
}

function regularFields(model: Extract<Model, { readonly kind: 'fields' }>): string {
  let text = '';
  for (const [name, of] of model.fields) {
    const field = of();
    const required = model.required.includes(name) ? ' -required-' : '';
    text += `   ${name}\t<${typeOf(field)}>${required}\n`;
    for (const line of filledLines(field.description, 75)) text += line === '' ? '\n' : `     ${line}\n`;
    text += '\n';
  }
  return text;
}

/** The names of the fields of a model, which is at a level, and of what is below them down to a depth. */
function recursiveFields(model: Model, level: number, depth: number, visited: ReadonlySet<string>): string {
  if (model.kind === 'list' || model.kind === 'map') return recursiveFields(model.of(), level, depth, visited);
  if (model.kind === 'reference') {
    return visited.has(model.name) ? '' : recursiveFields(model.to(), level, depth, new Set(visited).add(model.name));
  }
  if (model.kind !== 'fields') return '';
  let text = '';
  for (const [name, of] of model.fields) {
    const field = of();
    text += `${' '.repeat(level * 3)}${name}\t<${typeOf(field)}>\n`;
    if (level < depth) text += recursiveFields(field, level + 1, depth, visited);
  }
  return text;
}
