import { type Json, stringOf } from '../json.ts';
import { decodeUtf8 } from './decode.ts';
import { isTooLong, joined, type SourcePart, type Splitter, tooLarge } from './piece.ts';

/**
 * Splits JSON into objects: values one after the other or in an array, and the items of lists. An object is a list
 * where it has `items`; what stands beside these is left out, but for the kind before them, by which items without one
 * are named, as in an answer of the API. What stands between objects and is no JSON is passed over.
 */
export function jsonSplitter(): Splitter {
  const state = new State();
  return {
    push: (bytes) => split(bytes, state),
    end: () => {
      if (state.depth === 0) return [];
      const detail = decodeUtf8(joined(state.begun)).slice(0, 200);
      return [{ kind: 'passed-over', line: state.fromLine, reason: 'cut', detail }];
    },
  };
}

/** The most arrays and lists within each other that objects stand in. */
const mostAround = 16;

/** An array or a list that objects stand in. */
interface Around {
  readonly base: number;
  readonly list: Json | undefined;
}

/** What is known between two parts of a source. */
class State {
  /** What came of the object that is looked at. */
  begun: readonly Uint8Array[] = [];
  line = 1;
  depth = 0;
  inString = false;
  escaped = false;
  /** Where the last string begins, before the next part. */
  stringFrom = 0;
  /** The depth at which objects begin now. */
  base = 0;
  readonly around: Around[] = [];
  /** What stands in the list of now before its items. */
  list: Json | undefined;
  /** Whether an object is looked at; its line, and the spaces in it so far. */
  inObject = false;
  fromLine = 1;
  spaces = 0;
  /** How deep it went so far. */
  deepest = 0;
  tooLarge = false;
  /** Whether it was said already that something else stands here. */
  said = false;
}

/** Looks at the next part of a source. Local variables and constants make this loop several times as fast. */
function split(bytes: Uint8Array, state: State): readonly SourcePart[] {
  const newLine = 0x0a;
  const space = 0x20;
  const quote = 0x22;
  const backslash = 0x5c;
  const openBracket = 0x5b;
  const closeBracket = 0x5d;
  const openBrace = 0x7b;
  const closeBrace = 0x7d;
  const fourSpaces = 0x20202020;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const found: SourcePart[] = [];
  const end = bytes.length;
  let { line, depth, inString, stringFrom, base, inObject, spaces, deepest } = state;
  /** Where the object begins in this part. */
  let from = 0;
  let at = state.escaped ? 1 : 0;
  let escaped = false;
  while (at < end) {
    if (inString) {
      for (; at < end; at++) {
        const inside = bytes[at];
        if (inside === quote) break;
        if (inside === backslash) at++;
      }
      inString = at >= end;
      // A backslash at the end goes past it.
      escaped = at > end;
      at++;
      continue;
    }
    const character = bytes[at] as number;
    if (character <= space) {
      spaces++;
      if (character === newLine) {
        line++;
        // More than half of what kubectl prints are the spaces before its lines: four at once.
        while (at + 4 < end && view.getUint32(at + 1) === fourSpaces) {
          at += 4;
          spaces += 4;
        }
      }
    } else if (character === quote) {
      inString = true;
      stringFrom = at;
    } else if (character === openBrace) {
      if (depth === base) {
        inObject = true;
        from = at;
        state.begun = [];
        state.fromLine = line;
        spaces = 0;
        deepest = 0;
      }
      depth++;
      if (depth > deepest) deepest = depth;
    } else if (character === openBracket) {
      const isArray = depth === base;
      if (state.around.length >= mostAround) {
        // What stands this deep is no list of objects.
      } else if (isArray || (depth === base + 1 && inObject && isItems(bytes, stringFrom, state.begun))) {
        const head = isArray ? state.list : headOf(joined([...state.begun, bytes.subarray(from, at)]));
        if (isArray || mayBeList(head)) {
          state.around.push({ base, list: state.list });
          state.list = head;
          base = depth + 1;
          inObject = false;
        }
      }
      depth++;
      if (depth > deepest) deepest = depth;
    } else if (character === closeBrace || character === closeBracket) {
      if (depth > 0) depth--;
      if (depth < base) {
        const around = state.around.pop();
        base = around?.base ?? 0;
        state.list = around?.list;
      } else if (depth === base && inObject) {
        const { fromLine, list } = state;
        if (state.tooLarge) found.push(tooLarge(fromLine));
        else {
          const own = joined([...state.begun, bytes.subarray(from, at + 1)]);
          const compact = own.length - spaces;
          found.push({
            kind: 'piece',
            form: 'json',
            source: own,
            bytes: compact,
            depth: deepest - base,
            line: fromLine,
            list,
          });
        }
        state.tooLarge = false;
        state.said = false;
        inObject = false;
      }
    } else if (depth === 0 && character > 0x2c) {
      const lineEnd = bytes.indexOf(newLine, at);
      const foreign = decodeUtf8(bytes.subarray(at, Math.min(at + 200, lineEnd < 0 ? end : lineEnd)));
      // Lines between documents and comments are what YAML has there.
      if (!state.said && !foreign.startsWith('---') && !foreign.startsWith('#')) {
        state.said = true;
        found.push({ kind: 'passed-over', line, reason: 'syntax', detail: foreign });
      }
      at = (lineEnd < 0 ? end : lineEnd) - 1;
    }
    at++;
  }
  state.escaped = escaped;
  state.begun = inObject && !state.tooLarge ? [...state.begun, bytes.slice(from)] : [];
  if (isTooLong(state.begun.reduce((sum, { length }) => sum + length, 0))) {
    state.tooLarge = true;
    state.begun = [];
  }
  Object.assign(state, { line, depth, inString, stringFrom: stringFrom - end, base, inObject, spaces, deepest });
  return found;
}

/** Whether the string that begins at a place, before 0 in what came before, is the key of a list's items. */
function isItems(bytes: Uint8Array, at: number, begun: readonly Uint8Array[]): boolean {
  if (at >= 0) return itemsKey.every((character, index) => bytes[at + index] === character);
  const before = joined([...begun, bytes.subarray(0, itemsKey.length)]);
  const from = begun.reduce((sum, { length }) => sum + length, 0) + at;
  return itemsKey.every((character, index) => before[from + index] === character);
}

const itemsKey = [...'"items"'].map((character) => character.charCodeAt(0));

/** Whether what stands before items may be a list: it has no kind yet, or one of a list. */
function mayBeList(head: Json | undefined): boolean {
  const kind = stringOf(head, 'kind');
  return kind === '' || kind.endsWith('List');
}

/** What stands in a list before its items. */
function headOf(bytes: Uint8Array): Json | undefined {
  try {
    return JSON.parse(`${decodeUtf8(bytes)}[]}`);
  } catch {
    return undefined;
  }
}
