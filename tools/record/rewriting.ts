import { isList, isMap, type Value } from '@managed-fields/merge-engine';

const start = Date.UTC(2026, 0, 1);
const isUid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/;
const uidForm = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
const volumeForm = /\bkube-api-access-[bcdfghjklmnpqrstvwxz2456789]{5}\b/g;
const longForm = /\b[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d \+0000/g;
/** A time as Go prints the structure. */
const goForm = /(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d) \+0000 UTC/g;
const timeForm = /\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g;

/**
 * What the server leaves to chance, and what a trace calls it: uids and resourceVersions count up by first
 * appearance, as do the volumes of tokens, and step i happens at 2026-01-01T00:00:00Z plus i seconds.
 */
export class Rewriting {
  readonly #uids = new Map<string, string>();
  readonly #foreign = new Set<string>();
  readonly #versions = new Map<string, string>();
  readonly #volumes = new Map<string, string>();
  readonly #steps = new Map<string, number>();
  readonly #shown = new Map<number, string>();

  /** Notes that a step ran within a second of the real clock: `2026-11-21T10:00:00Z`. */
  noteStep(step: number, second: string): void {
    this.#steps.set(second, step);
  }

  /**
   * Notes a body that is sent: uids that a client made up stay as they are, but for those that look like a trace's own.
   */
  noteSent(body: string): void {
    for (const uid of body.match(uidForm) ?? []) {
      if (!this.#uids.has(uid) && !uid.startsWith('00000000-')) this.#foreign.add(uid);
    }
  }

  /** How many seconds lie between a time of the server and the last step, in the trace's own time. */
  secondsSince(time: string): number | undefined {
    const step = this.#steps.get(`${time.slice(0, 19)}Z`);
    return step === undefined ? undefined : Math.max(...this.#steps.values()) - step;
  }

  /** An answer as a trace holds it. */
  toTrace(value: Value): Value {
    return this.#walk(value, '');
  }

  /**
   * Writes what a program printed or sent as a trace holds it; what klog puts before a message is cut to its level and
   * file.
   */
  toTraceText(text: string): string {
    const numbered = text.replace(
      /(resourceVersion\\*"?(?:,\\*"value\\*")?: ?\\*")(\d+)/g,
      (_whole, before: string, real: string) => `${before}${named(this.#versions, real, String)}`,
    );
    return this.#text(numbered, '')
      .replace(/(?<=Resource Version: +|\bresourceVersion:)\d+/g, (real) => named(this.#versions, real, String))
      .replace(longForm, (time) => this.#longTime(time))
      .replace(goForm, (_whole, day: string, clock: string) =>
        this.#text(`${day}T${clock}Z`, '').replace('T', ' ').replace('Z', ' +0000 UTC'),
      )
      .replace(/\/tmp\/(kubectl-edit|LIVE|MERGED)-\d+/g, (_whole, name: string) =>
        name === 'kubectl-edit' ? `/tmp/${name}` : name,
      )
      .replace(/^([IWEF])\d{4} [\d:.]+ +\d+ (\w+\.go):\d+\]/gm, '$1 $2]');
  }

  /** A time as `kubectl describe` prints it. */
  #longTime(time: string): string {
    const step = this.#steps.get(new Date(time).toISOString().replace('.000', ''));
    return step === undefined ? time : new Date(start + step * 1000).toUTCString().replace('GMT', '+0000');
  }

  /** A request body of a trace as this server must be sent it: the names that were given, back to the real values. */
  toServer(body: string): string {
    const reals = new Map([...this.#uids].map(([real, named]) => [named, real]));
    // A step may take several seconds: what the server has shown is what is meant.
    const seconds = new Map([...this.#steps].map(([second, step]) => [timeOf(step), this.#shown.get(step) ?? second]));
    const versions = new Map([...this.#versions].map(([real, named]) => [named, real]));
    const volumes = new Map([...this.#volumes].map(([real, named]) => [named, real]));
    return body
      .replace(uidForm, (named) => reals.get(named) ?? named)
      .replace(/\bkube-api-access-\d{5}\b/g, (named) => volumes.get(named) ?? named)
      .replace(timeForm, (named) => seconds.get(named) ?? named)
      .replace(/(resourceVersion"?[\s":,]*(?:"value")?[\s":]*)(\d+)/g, (whole, before: string, named: string) => {
        const real = versions.get(named);
        return real === undefined ? whole : `${before}${real}`;
      });
  }

  #walk(value: Value, key: string): Value {
    if (typeof value === 'string') return this.#text(value, key);
    if (isList(value)) return value.map((item) => this.#walk(item, ''));
    if (isMap(value)) return new Map([...value].map(([name, inner]) => [this.#known(name), this.#walk(inner, name)]));
    return value;
  }

  /** A text with the names of the uids that have one, and of volumes. */
  #known(text: string): string {
    return text
      .replace(uidForm, (uid) => this.#uids.get(uid) ?? uid)
      .replace(volumeForm, (volume) => named(this.#volumes, volume, volumeOf));
  }

  #text(text: string, key: string): string {
    if (key === 'resourceVersion' && /^\d+$/.test(text)) return named(this.#versions, text, String);
    // The uid of a user is a name.
    if (key === 'uid' && isUid.test(text) && !this.#foreign.has(text)) named(this.#uids, text, uidOf);
    return this.#known(text)
      .replace(/(object not decodable revision=)(\d+)/g, (whole, before: string, real: string) => {
        const known = this.#versions.get(real);
        return known === undefined ? whole : `${before}${known}`;
      })
      .replace(/("resourceVersion":")(\d+)(?=")/g, (whole, before: string, real: string) => {
        const known = this.#versions.get(real);
        return known === undefined ? whole : `${before}${known}`;
      })
      .replace(timeForm, (time) => {
        const step = this.#steps.get(`${time.slice(0, 19)}Z`);
        if (step === undefined) return time;
        if (!this.#shown.has(step)) this.#shown.set(step, `${time.slice(0, 19)}Z`);
        return timeOf(step);
      });
  }
}

/** The time at which a step of a trace happens. */
function timeOf(step: number): string {
  return new Date(start + step * 1000).toISOString().replace('.000', '');
}

function uidOf(count: number): string {
  return `00000000-0000-0000-0000-${String(count).padStart(12, '0')}`;
}

function volumeOf(count: number): string {
  return `kube-api-access-${String(count).padStart(5, '0')}`;
}

function named(names: Map<string, string>, real: string, name: (count: number) => string): string {
  const known = names.get(real);
  if (known !== undefined) return known;
  const made = name(names.size + 1);
  names.set(real, made);
  return made;
}
