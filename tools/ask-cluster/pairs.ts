import { isList, isMap, parseJson, type Value } from '@managed-fields/merge-engine';

const uids = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
const times = /\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g;
const given = new Set(['uid', 'resourceVersion', 'time', 'creationTimestamp', 'deletionTimestamp']);

/**
 * What a server gave instead of the uids, resourceVersions and times of the engine, as far as objects of both were met.
 * Bodies of a scenario hold those of the engine.
 */
export class Pairs {
  readonly #real = new Map<string, string>();

  /** Notes what a server has in the places of an object of the engine; both as JSON. */
  meet(ours: string | undefined, theirs: string | undefined): void {
    if (ours === undefined || theirs === undefined) return;
    const [left, right] = [parseJson(ours), parseJson(theirs)];
    if (left.kind === 'value' && right.kind === 'value') this.#meet(left.value, right.value, '');
  }

  /** A body of the engine as the server must be sent it. */
  toServer(body: string): string {
    return body
      .replace(uids, (own) => this.#real.get(own) ?? own)
      .replace(times, (own) => this.#real.get(own) ?? own)
      .replace(/(resourceVersion"?[\s":,]*(?:"value")?[\s":]*)(\d+)/g, (_, before: string, own: string) => {
        return `${before}${this.#real.get(`v${own}`) ?? own}`;
      });
  }

  #meet(ours: Value, theirs: Value, key: string): void {
    if (typeof ours === 'string' && typeof theirs === 'string') {
      if (given.has(key)) this.#real.set(key === 'resourceVersion' ? `v${ours}` : ours, theirs);
    } else if (isList(ours) && isList(theirs)) {
      for (const [index, item] of ours.entries()) this.#meet(item, theirs[index] ?? null, '');
    } else if (isMap(ours) && isMap(theirs)) {
      for (const [name, value] of ours) this.#meet(value, theirs.get(name) ?? null, name);
    }
  }
}
