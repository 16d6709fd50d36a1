import type { ObjectText, SurveyedObject, SurveyStore } from '@managed-fields/survey';
import type { Io, Scratch } from '../io.ts';

/** How much is written and read at once. */
const blockBytes = 1 << 20;

/** A store of a survey in scratch files, which hold the objects, their Secrets included, until they are removed. */
export interface ScratchStore extends SurveyStore {
  remove(): void;
}

/** Makes a store that keeps rows and texts in scratch files, and only where they stand in memory. */
export function scratchStore(io: Pick<Io, 'scratch'>): ScratchStore {
  const rows = scratchParts(io.scratch());
  const texts = scratchParts(io.scratch());
  const forms = new Map<string, Omit<ObjectText, 'text'>>();
  /** The form of each text: one of few. */
  const formOf: Omit<ObjectText, 'text'>[] = [];
  const encoder = new TextEncoder();
  const decoder = new TextDecoder();
  const parsed = (bytes: Uint8Array, index: number): SurveyedObject => {
    const row: SurveyedObject = JSON.parse(decoder.decode(bytes));
    // Rows that were counted elsewhere know their place there.
    return Object.assign(row, { index });
  };
  const addText = ({ text, form, named }: ObjectText) => {
    texts.add(typeof text === 'string' ? encoder.encode(text) : text);
    const key = `${form} ${named?.apiVersion} ${named?.kind}`;
    const known = forms.get(key) ?? { form, named };
    forms.set(key, known);
    formOf.push(known);
  };
  return {
    add: (row, text) => {
      rows.add(encoder.encode(JSON.stringify(row)));
      addText(text);
    },
    addRows: (all, ends, added) => {
      let from = 0;
      for (const end of ends) {
        rows.add(all.subarray(from, end));
        from = end;
      }
      for (const text of added) addText(text);
    },
    rows: {
      at: (index) => {
        const bytes = rows.at(index);
        return bytes === undefined ? undefined : parsed(bytes, index);
      },
      *[Symbol.iterator]() {
        let index = 0;
        for (const bytes of rows.all()) yield parsed(bytes, index++);
      },
    },
    textOf: (index) => {
      const [text, form] = [texts.at(index), formOf[index]];
      return text === undefined || form === undefined ? undefined : { ...form, text };
    },
    remove: () => {
      rows.remove();
      texts.remove();
    },
  };
}

/** Parts of a scratch file, one behind the other. */
interface ScratchParts {
  add(bytes: Uint8Array): void;
  at(index: number): Uint8Array | undefined;
  all(): Iterable<Uint8Array>;
  remove(): void;
}

function scratchParts(scratch: Scratch): ScratchParts {
  /** Where each part ends; they are too many for objects of their own. */
  let ends = new Float64Array(1024);
  let count = 0;
  /** What is not written yet, and where it will stand. */
  let block = new Uint8Array(blockBytes);
  let [blockFrom, blockLength] = [0, 0];
  const flush = () => {
    if (blockLength > 0) scratch.append(block.subarray(0, blockLength));
    blockFrom += blockLength;
    blockLength = 0;
  };
  const range = (index: number): readonly [number, number] => [ends[index - 1] ?? 0, ends[index] ?? 0];
  return {
    add: (bytes) => {
      if (blockLength + bytes.length > block.length) flush();
      if (bytes.length > block.length) block = new Uint8Array(bytes.length);
      block.set(bytes, blockLength);
      blockLength += bytes.length;
      if (count === ends.length) {
        const more = new Float64Array(2 * count);
        more.set(ends);
        ends = more;
      }
      ends[count++] = blockFrom + blockLength;
    },
    at: (index) => {
      if (index < 0 || index >= count) return undefined;
      const [from, to] = range(index);
      if (from >= blockFrom) return block.slice(from - blockFrom, to - blockFrom);
      return scratch.read(from, to - from);
    },
    *all() {
      flush();
      for (let index = 0; index < count; ) {
        const [from] = range(index);
        let next = index + 1;
        while (next < count && range(next)[1] - from <= blockBytes) next++;
        const read = scratch.read(from, range(next - 1)[1] - from);
        for (; index < next; index++) {
          const [begin, end] = range(index);
          yield read.subarray(begin - from, end - from);
        }
      }
    },
    remove: () => scratch.remove(),
  };
}
