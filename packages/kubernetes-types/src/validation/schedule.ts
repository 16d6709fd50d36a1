/*
 * When a CronJob runs.
 * Upstream: github.com/robfig/cron/v3 parser.go ParseStandard.
 */

interface Bounds {
  readonly least: number;
  readonly most: number;
  readonly names?: readonly string[];
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const weekdays = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];

const fields: readonly Bounds[] = [
  { least: 0, most: 59 },
  { least: 0, most: 23 },
  { least: 1, most: 31 },
  { least: 1, most: 12, names: months },
  { least: 0, most: 6, names: weekdays },
];

const descriptors = ['@yearly', '@annually', '@monthly', '@weekly', '@daily', '@midnight', '@hourly'];

/** The complaint about a schedule that cannot be read; undefined for one that can. */
export function scheduleComplaint(schedule: string): string | undefined {
  const zone = /^(?:CRON_)?TZ=(\S*)/.exec(schedule)?.[1];
  if (zone !== undefined && zone !== '' && zone !== 'Local' && !isTimeZone(zone)) {
    return `provided bad location ${zone}: unknown time zone ${zone}`;
  }
  const spec = schedule.replace(/^(?:CRON_)?TZ=\S* */, '');
  if (spec.startsWith('@')) return descriptorComplaint(spec);
  const parts = spec.split(/\s+/).filter((part) => part !== '');
  if (parts.length !== 5) return `expected exactly 5 fields, found ${parts.length}: [${parts.join(' ')}]`;
  for (const [i, part] of parts.entries()) {
    const bounds = fields[i];
    if (bounds === undefined) continue;
    for (const expression of part.split(',').filter((one) => one !== '')) {
      const complaint = rangeComplaint(expression, bounds);
      if (complaint !== undefined) return complaint;
    }
  }
  return undefined;
}

function descriptorComplaint(spec: string): string | undefined {
  if (descriptors.includes(spec)) return undefined;
  if (!spec.startsWith('@every ')) return `unrecognized descriptor: ${spec}`;
  const duration = spec.slice('@every '.length);
  if (/^[+-]?(?:0|(?:(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:ns|us|µs|μs|ms|s|m|h))+)$/.test(duration)) return undefined;
  return `failed to parse duration ${spec}: time: invalid duration "${duration}"`;
}

function rangeComplaint(expression: string, bounds: Bounds): string | undefined {
  const parts = expression.split('/');
  const [range = '', stepText] = parts;
  const ends = range.split('-');
  const [low = '', high] = ends;
  let start = bounds.least;
  let end = bounds.most;
  if (low !== '*' && low !== '?') {
    const first = numberOf(low, bounds);
    if (typeof first === 'string') return first;
    start = first;
    end = first;
    if (ends.length > 2) return `too many hyphens: ${expression}`;
    if (high !== undefined) {
      const last = numberOf(high, bounds);
      if (typeof last === 'string') return last;
      end = last;
    }
  }
  let step = 1;
  if (parts.length > 2) return `too many slashes: ${expression}`;
  if (stepText !== undefined) {
    const given = integer(stepText);
    if (typeof given === 'string') return given;
    step = given;
    if (ends.length === 1) end = bounds.most;
  }
  if (start < bounds.least) return `beginning of range (${start}) below minimum (${bounds.least}): ${expression}`;
  if (end > bounds.most) return `end of range (${end}) above maximum (${bounds.most}): ${expression}`;
  if (start > end) return `beginning of range (${start}) beyond end of range (${end}): ${expression}`;
  return step === 0 ? `step of range should be a positive number: ${expression}` : undefined;
}

function numberOf(text: string, bounds: Bounds): number | string {
  const name = bounds.names?.indexOf(text.toLowerCase()) ?? -1;
  return name >= 0 ? name + bounds.least : integer(text);
}

/** Reads a number; the complaint about a text that is none. */
function integer(text: string): number | string {
  if (!/^[+-]?[0-9]+$/.test(text)) {
    return `failed to parse int from ${text}: strconv.Atoi: parsing ${JSON.stringify(text)}: invalid syntax`;
  }
  const value = Number(text);
  return value < 0 ? `negative number (${value}) not allowed: ${text}` : value;
}

/** Whether the system knows a time zone. Go compares the names letter by letter. Upstream: Go time LoadLocation. */
export function isTimeZone(zone: string): boolean {
  if (!/^[A-Z][A-Za-z0-9+_-]*(\/[A-Za-z0-9+_-]+)*$/.test(zone)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone });
    return true;
  } catch {
    return false;
  }
}
