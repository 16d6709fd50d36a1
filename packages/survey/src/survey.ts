import { isMap, type Value } from '@managed-fields/merge-engine';
import type { NewStep } from '@managed-fields/scenario';
import { printYaml } from '@managed-fields/source';
import { textAt } from './json.ts';
import type { SurveyedObject, UnreadPart } from './object.ts';
import { exactValue, type ObjectText, type ReadPart } from './read/reader.ts';
import { countObject } from './row.ts';

/** The most objects of a survey. */
const mostObjects = 100_000;

/** An object of a survey as a scenario begins with it: the definition of its kind where the survey has it, and itself. */
export interface OpenedObject {
  readonly title: string;
  readonly steps: readonly NewStep[];
}

/** Many objects, with their texts. It grows while they are read. */
export interface Survey {
  /** Takes what was read, and returns its row or why there is none. */
  add(part: ReadPart): { readonly row: SurveyedObject } | { readonly unread: UnreadPart } | undefined;
  /** Opens the object of a row; undefined where there is none. */
  open(index: number): OpenedObject | undefined;
}

/** Begins a survey without objects. */
export function startSurvey(): Survey {
  const texts: ObjectText[] = [];
  /** The places of definitions, by the group and the kind that they define. */
  const definitions = new Map<string, number>();
  let full = false;
  return {
    add: (part) => {
      if (part.kind === 'unread') return { unread: { place: part.place, reason: part.reason, detail: part.detail } };
      if (texts.length >= mostObjects) {
        if (full) return undefined;
        full = true;
        return { unread: { place: part.place, reason: 'too-many', detail: String(mostObjects) } };
      }
      const { row } = countObject(part, texts.length);
      if (row.kind === 'CustomResourceDefinition') {
        const { value } = part;
        definitions.set(`${textAt(value, 'spec', 'group')}/${textAt(value, 'spec', 'names', 'kind')}`, row.index);
      }
      texts.push(part.text);
      return { row };
    },
    open: (index) => {
      const value = valueAt(texts, index);
      if (!isMap(value)) return undefined;
      const kind = textOf(value.get('kind'));
      const [group = '', version] = textOf(value.get('apiVersion')).split('/');
      const definition = version === undefined ? undefined : definitions.get(`${group}/${kind}`);
      const defined = definition === undefined ? undefined : valueAt(texts, definition);
      const metadata = value.get('metadata');
      return {
        title: `${kind} ${isMap(metadata) ? textOf(metadata.get('name')) : ''}`.trim(),
        steps: [
          ...(defined === undefined ? [] : [{ kind: 'crd', text: printYaml(defined).text } as const]),
          { kind: 'live', text: printYaml(value).text },
        ],
      };
    },
  };
}

function valueAt(texts: readonly ObjectText[], index: number): Value | undefined {
  const text = texts[index];
  return text === undefined ? undefined : exactValue(text);
}

function textOf(value: Value | undefined): string {
  return typeof value === 'string' ? value : '';
}
