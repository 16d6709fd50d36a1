import type { ClusterStart } from '@managed-fields/api-server';
import { isList, isMap, type Value, type ValueMap } from '@managed-fields/merge-engine';

/**
 * Where the engine of a replay starts to count: so far from what recordings hold that its uids and resourceVersions are
 * told from theirs wherever they stand, and equal none of them by accident.
 */
export const startOfReplay: ClusterStart = { uid: 900_000_001, resourceVersion: 8_000_000_000_001n };

const ours = /\b00000000-0000-0000-0000-0009\d{8}\b|\b80000\d{8}\b/g;
const uids = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
/** What the server adds by chance to the volume of a token, and what a recording calls it. */
const volume = 'kube-api-access-';
const volumes = /\bkube-api-access-[bcdfghjklmnpqrstvwxz2456789]{5}\b/g;
const namesOfVolumes = /\bkube-api-access-\d{5}\b/g;
const nameOfUid = /^00000000-0000-0000-0000-0000\d{8}$/;

/**
 * Which uid, resourceVersion and volume of a token of ours stands for which of a recording. A recording names them by
 * numbers, in the order of their first appearance; each of ours gets the name in whose place it appears first, no two the
 * same, for the whole trace. Once both sides are rewritten so, they are compared letter by letter.
 */
export class Names {
  readonly #nameOf = new Map<string, string>();
  readonly #oursOf = new Map<string, string>();
  readonly #nameOfMadeUp = new Map<string, string>();
  readonly #madeUpOf = new Map<string, string>();

  /**
   * Gives names to those of our values that appear for the first time, by their places in a recorded value and in ours.
   */
  meet(recorded: Value | undefined, got: Value | undefined): void {
    this.#meet(recorded, got, '');
  }

  /** A value of ours by the names of the recording; what has no name stays, and equals nothing there. */
  toTrace<T extends Value>(got: T): T {
    return rewritten(got, (text) => this.toTraceText(text)) as T;
  }

  /** A text of ours by the names of the recording. */
  toTraceText(text: string): string {
    const named = (own: string) => this.#nameOf.get(own) ?? own;
    return text.replace(ours, named).replace(volumes, named);
  }

  /**
   * A recorded value by its own names throughout: a uid that a client made up has a name where it is a value, and is left
   * as it was inside the keys of fieldsV1 and the fields of causes.
   */
  recorded<T extends Value>(value: T): T {
    if (this.#nameOfMadeUp.size === 0) return value;
    return rewritten(value, (text) => text.replace(uids, (uid) => this.#nameOfMadeUp.get(uid) ?? uid)) as T;
  }

  /** A text that a recording sends as our server must be sent it: names back to our values. */
  toServer(text: string): string {
    return text
      .replace(uids, (name) => this.#oursOf.get(name) ?? name)
      .replace(namesOfVolumes, (name) => this.#oursOf.get(name) ?? name)
      .replace(/(resourceVersion"?[\s":,]*(?:"value")?[\s":]*)(\d+)/g, (whole, before: string, name: string) => {
        const version = this.#oursOf.get(name);
        return version === undefined ? whole : `${before}${version}`;
      });
  }

  #meet(recorded: Value | undefined, got: Value | undefined, key: string): void {
    if (typeof recorded === 'string' && typeof got === 'string') {
      const isNumber = (key === 'resourceVersion' || key === 'uid') && got.match(ours)?.[0] === got;
      if (isNumber) this.#name(recorded, got);
      this.#meetVolumes(recorded, got);
      this.#sameButMadeUp(recorded, got);
    } else if (isList(recorded) && isList(got)) {
      for (const [index, item] of recorded.entries()) this.#meet(item, got[index], '');
    } else if (isMap(recorded) && isMap(got)) {
      this.#meetMaps(recorded, got);
    }
  }

  /** Gives names to the volumes in two texts that are the same but for these: a name, or the server's words about it. */
  #meetVolumes(recorded: string, got: string): void {
    if (!recorded.includes(volume) || recorded.replace(namesOfVolumes, volume) !== got.replace(volumes, volume)) return;
    const found = got.match(volumes) ?? [];
    for (const [i, name] of (recorded.match(namesOfVolumes) ?? []).entries()) this.#name(name, found[i] ?? '');
  }

  #meetMaps(recorded: ValueMap, got: ValueMap): void {
    const others = [...got.keys()].filter((key) => !recorded.has(key));
    for (const [key, value] of recorded) {
      const found = got.has(key) ? key : others.find((other) => this.#sameButMadeUp(key, other));
      if (found !== undefined) this.#meet(value, got.get(found), key);
    }
  }

  #name(name: string, got: string): void {
    if (this.#nameOf.has(got) || this.#oursOf.has(name)) return;
    this.#nameOf.set(got, name);
    this.#oursOf.set(name, got);
  }

  /** Whether two texts are the same but for made-up uids, which get the names that ours has in their places. */
  #sameButMadeUp(recorded: string, got: string): boolean {
    const [found, names] = [recorded.match(uids), this.toTraceText(got).match(uids)];
    if (found === null || names === null || found.length !== names.length) return false;
    if (recorded.replace(uids, '') !== got.replace(uids, '')) return false;
    for (const [index, uid] of found.entries()) {
      const name = names[index] ?? '';
      if (uid === name || nameOfUid.test(uid) || !nameOfUid.test(name)) continue;
      if (this.#nameOfMadeUp.has(uid) || this.#madeUpOf.has(name)) continue;
      this.#nameOfMadeUp.set(uid, name);
      this.#madeUpOf.set(name, uid);
    }
    return this.recorded(recorded) === this.toTraceText(got);
  }
}

function rewritten(value: Value, text: (each: string) => string): Value {
  if (typeof value === 'string') return text(value);
  if (isList(value)) return value.map((item) => rewritten(item, text));
  if (isMap(value)) return new Map([...value].map(([key, item]) => [text(key), rewritten(item, text)]));
  return value;
}
