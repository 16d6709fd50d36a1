import {
  formatFloat,
  formatJson,
  isList,
  isMap,
  type Value,
  type ValueList,
  type ValueMap,
} from '@managed-fields/merge-engine';
import { type Locate, locator } from '../locate.ts';
import type { Entry, Item, Node } from '../yaml/node.ts';
import { compareKeys } from './key-order.ts';
import { chooseStyle, isComplexKey } from './scalar-style.ts';
import { Writer } from './writer.ts';

/** A printed value, with the ranges of its parts in the text. */
export interface PrintedYaml {
  readonly text: string;
  readonly locate: Locate;
}

/**
 * Prints a value as `kubectl get -o yaml` does, byte for byte. Where kubectl itself fails (control characters, keys
 * longer than 1024 characters) it prints what kubectl would if it could read its own JSON.
 * Upstream: sigs.k8s.io/yaml yaml.go Marshal, go.yaml.in/yaml/v2 encode.go and emitterc.go.
 *
 * @returns The text, which ends with a line break, and where in it each field stands, in offsets.
 */
export function printYaml(value: Value): PrintedYaml {
  const printer = new Printer();
  const root = printer.value(value, 'root');
  printer.writer.indent = -1;
  printer.writer.newLine();
  return { text: printer.writer.text, locate: locator(root) };
}

/**
 * Prints a value as `kubectl get -o json` does.
 * Upstream: k8s.io/cli-runtime pkg/printers json.go, encoding/json MarshalIndent.
 */
export function printJson(value: Value): string {
  return `${formatJson(value, { indent: 4, sortKeys: true })}\n`;
}

type Place = 'root' | 'item' | 'value' | 'key';

const onOwnLine = { spaceBefore: true, keepsIndentation: true };

class Printer {
  readonly writer = new Writer();

  value(value: Value, place: Place): Node {
    if (isMap(value)) return value.size === 0 ? this.#token('{}') : this.#map(value);
    if (isList(value)) return value.length === 0 ? this.#token('[]') : this.#list(value, place);
    return this.#scalar(value, place);
  }

  /**
   * Runs a function with more indentation. `amount` is the increase below the root; the root itself is not indented.
   */
  #indented<T>(amount: number, write: () => T): T {
    const { writer } = this;
    const before = writer.indent;
    writer.indent = before < 0 ? amount : before + 2;
    const result = write();
    writer.indent = before;
    return result;
  }

  #map(map: ValueMap): Node {
    const entries: Entry[] = [];
    this.#indented(0, () => {
      for (const key of [...map.keys()].sort(compareKeys)) entries.push(this.#entry(key, map.get(key) ?? null));
    });
    const { from, to } = span(entries);
    return { kind: 'map', from, to, line: 0, tag: '', entries };
  }

  #entry(name: string, value: Value): Entry {
    const { writer } = this;
    writer.newLine();
    const from = writer.text.length;
    const text = asReadBack(name);
    if (!isComplexKey(text)) {
      const key = this.#string(text, name, true);
      writer.indicator(':', { spaceBefore: false, keepsIndentation: false });
      return { from, key, value: this.value(value, 'value') };
    }
    writer.indicator('?', onOwnLine);
    const key = this.#string(text, name, false);
    writer.newLine();
    writer.indicator(':', onOwnLine);
    return { from, key, value: this.value(value, 'value') };
  }

  #list(list: ValueList, place: Place): Node {
    const items: Item[] = [];
    const write = () => {
      for (const value of list) items.push(this.#item(value));
    };
    // A sequence below a key is not indented more than the key.
    if (place === 'value' && !this.writer.indented) write();
    else this.#indented(0, write);
    const { from, to } = span(items);
    return { kind: 'list', from, to, line: 0, tag: '', items };
  }

  #item(value: Value): Item {
    const { writer } = this;
    writer.newLine();
    const from = writer.text.length;
    writer.indicator('-', onOwnLine);
    return { from, value: this.value(value, 'item') };
  }

  #scalar(value: null | boolean | string | bigint | number, place: Place): Node {
    if (typeof value === 'string') return this.#string(asReadBack(value), value, place === 'key');
    return this.#token(typeof value === 'number' ? formatNumber(value) : String(value));
  }

  #token(text: string): Node {
    this.writer.space();
    const from = this.writer.text.length;
    this.writer.indicator(text, { spaceBefore: false, keepsIndentation: false });
    return scalarNode(from, this.writer.text.length, text, true);
  }

  #string(text: string, name: string, isSimpleKey: boolean): Node {
    const { writer } = this;
    writer.space();
    const from = writer.text.length;
    this.#indented(2, () => {
      const style = chooseStyle(text, isSimpleKey);
      if (style === 'literal') writer.literal(text);
      else writer[style](text, !isSimpleKey);
    });
    return scalarNode(from, writer.endOfContent, name, false);
  }
}

function scalarNode(from: number, to: number, text: string, plain: boolean): Node {
  return { kind: 'scalar', from, to, line: 0, tag: '', text, plain };
}

function span(parts: readonly (Entry | Item)[]): { readonly from: number; readonly to: number } {
  return { from: parts[0]?.from ?? 0, to: parts.at(-1)?.value.to ?? 0 };
}

/**
 * kubectl reads the JSON of an object as YAML before it prints it. There, NEL counts as a line break, and a line break
 * in quotes as a space.
 */
function asReadBack(text: string): string {
  if (!/[\u0080-\uffff]/.test(text)) return text;
  const wellFormed = /\p{Surrogate}/u.test(text) ? text.replace(/\p{Surrogate}/gu, '\ufffd') : text;
  if (!wellFormed.includes('\u0085')) return wellFormed;
  return wellFormed.replace(
    /(?<! ) *\u0085[ \u0085]*/g,
    (run) => '\n'.repeat(run.replaceAll(' ', '').length - 1) || ' ',
  );
}

/** A float as it comes out of JSON and YAML. A whole number of up to 64 bits has neither fraction nor exponent. */
function formatNumber(float: number): string {
  if (!Number.isInteger(float) || Math.abs(float) >= 1e21) return formatFloat(float);
  const integer = BigInt(String(float));
  return integer >= -(2n ** 63n) && integer < 2n ** 64n ? String(integer) : formatFloat(float);
}
