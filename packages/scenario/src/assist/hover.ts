import type { TextRange } from '../playback.ts';
import { describeNode, type SchemaFieldView } from './describe.ts';
import { outlineAt } from './outline.ts';
import { type AssistContext, placeInSchema } from './place.ts';
import { nodeAt } from './schema-node.ts';

/** The schema's view of the field at an offset, and the range of the word there. */
export interface SchemaHover {
  readonly range: TextRange;
  readonly field: SchemaFieldView;
}

/** Describes the field at an offset of a text; undefined where there is no field, or its kind is not known. */
export function hover(text: string, offset: number, context: AssistContext): SchemaHover | undefined {
  const { slots, word, root: outline } = outlineAt(text, offset);
  const [slot] = slots;
  if (slot === undefined || word.text === '') return undefined;
  const isKey = slot.kind === 'key' || (word.hasColon && slot.kind !== 'value');
  const path = isKey ? [...slot.path, word.text] : slot.path;
  const { node, root } = placeInSchema(outline, path, context);
  if (node === undefined || root === undefined || node.path.length === 0) return undefined;
  const parent = nodeAt(root, node.path.slice(0, -1));
  return { range: { from: word.from, to: word.to }, field: describeNode(node, parent, root) };
}
