import { otherValue, wantField, writtenThrough } from '@managed-fields/api-server';
import {
  equals,
  type FieldPath,
  isList,
  isMap,
  locate,
  stringAt,
  type Value,
  valueAt,
} from '@managed-fields/merge-engine';
import type { FieldPathText, Scenario } from '@managed-fields/scenario';
import { childrenOf, rootNode, type SchemaNode } from '../assist/schema-node.ts';
import { preview } from '../preview.ts';
import { lastAppliedText, readLastApplied } from '../run/last-applied.ts';
import { messageOf } from '../run/refusal.ts';
import type { RunOptions } from '../run/run.ts';
import { type AskedField, fieldAfter } from './field-at.ts';

/** Further facts about a field, beside its owners and its type. Plain data that a worker can post. */
export interface FieldFacts {
  /** The description in the definition of a custom resource. */
  readonly description?: string;
  /** The validation rules of the definition for the field (`x-kubernetes-validations`). */
  readonly rules: readonly { readonly rule: string; readonly message?: string }[];
  /** The server's message if it refuses to change the field. */
  readonly immutable?: string;
  /** The subresource by which alone the field can be written. */
  readonly writtenThrough?: string;
  /**
   * The field in the last-applied annotation; absent where the object has no such annotation. `says` is the value on
   * one line, undefined where the annotation does not have the field.
   */
  readonly lastApplied?: { readonly says: string | undefined; readonly agrees: boolean };
}

/** Finds the facts about a field of the object after a step; undefined where there is no such field. */
export function fieldFacts(
  scenario: Scenario,
  stepId: string,
  path: FieldPathText,
  options: RunOptions,
): FieldFacts | undefined {
  const about = fieldAfter(scenario, stepId, path, options);
  if (about === undefined) return undefined;
  const written = schemaAt(rootNode(about.version), about.field.path)?.written;
  const description = stringAt(written, 'description');
  const immutable = refusalToChange(about);
  const through = writtenThrough(about.version, about.field.path);
  const lastApplied = inLastApplied(about);
  return {
    ...(description === undefined ? {} : { description }),
    rules: rulesOf(written?.get('x-kubernetes-validations')),
    ...(immutable === undefined ? {} : { immutable }),
    ...(through === '' ? {} : { writtenThrough: through }),
    ...(lastApplied === undefined ? {} : { lastApplied }),
  };
}

/** The schema node of a field. An item or a value of a map has the node of all items or values. */
function schemaAt(root: SchemaNode, path: FieldPath): SchemaNode | undefined {
  let node: SchemaNode | undefined = root;
  for (const element of path) {
    const children: readonly SchemaNode[] = node === undefined ? [] : childrenOf(node);
    const named = element.kind === 'field' ? children.find((child) => child.path.at(-1) === element.name) : undefined;
    node = named ?? children.find((child) => child.path.at(-1) === null);
  }
  return node;
}

function rulesOf(rules: Value | undefined): FieldFacts['rules'] {
  return (isList(rules) ? rules : []).flatMap((each) => {
    const rule = isMap(each) ? stringAt(each, 'rule') : undefined;
    const message = isMap(each) ? stringAt(each, 'message') : undefined;
    return rule === undefined ? [] : [{ rule, ...(message === undefined ? {} : { message }) }];
  });
}

/** The words of the server for a field that cannot be changed after it was created. */
const refusesChange = /immutable|may not change|may not be changed|cannot be changed|fields other than/i;

function refusalToChange({ cluster, asked, version, field, now }: AskedField): string | undefined {
  const other = field.value === undefined ? undefined : otherValue(field.value);
  if (other === undefined) return undefined;
  const subresource = writtenThrough(version, field.path);
  const want = { manager: 'somebody', value: other, by: 'update', subresource } as const;
  const response = wantField(cluster, asked, field.path, want, now)?.response;
  const message = response?.code === 422 ? messageOf(response.body) : undefined;
  return message !== undefined && refusesChange.test(message) ? message : undefined;
}

/** What names the object is in every file, and no apply deletes it. */
const naming: ReadonlySet<string> = new Set(['.apiVersion', '.kind', '.metadata.name', '.metadata.namespace']);

function inLastApplied({ asked, field }: AskedField): FieldFacts['lastApplied'] {
  if (naming.has(field.text)) return undefined;
  const text = lastAppliedText(asked.object);
  const config = readLastApplied(text);
  if (text === undefined) return undefined;
  const place = config && locate(config, asked.kind.type, field.path);
  const says = place && config && valueAt(config, place);
  const agrees = says !== undefined && field.value !== undefined && equals(says, field.value);
  return { says: says === undefined ? undefined : preview(says), agrees };
}
