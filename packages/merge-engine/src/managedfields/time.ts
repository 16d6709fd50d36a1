const rfc3339 = /^(\d{4})-(\d{2})-(\d{2})T(\d{1,2}):(\d{2}):(\d{2})(?:[.,]\d+)?(Z|([+-])(\d{2}):(\d{2}))$/;

/**
 * Reads a time as the server does; seconds since 1970 (a fraction is dropped), or undefined where the text is no time.
 * One digit is enough for the hour. Upstream: apimachinery pkg/apis/meta/v1/time.go UnmarshalJSON, Go's time.Parse.
 */
export function parseTime(text: string): number | undefined {
  const match = rfc3339.exec(text);
  if (match === null) return undefined;
  const [year, month, day, hour, minute, second] = match.slice(1, 7).map(Number) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  if (month < 1 || month > 12 || day < 1 || day > daysIn(year, month)) return undefined;
  if (hour > 23 || minute > 59 || second > 59) return undefined;
  const offsetHours = Number(match[9] ?? 0);
  const offsetMinutes = Number(match[10] ?? 0);
  if (offsetHours > 24 || offsetMinutes > 60) return undefined;
  const offset = (offsetHours * 60 + offsetMinutes) * 60 * (match[8] === '-' ? -1 : 1);
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  date.setUTCHours(hour, minute, second);
  return date.getTime() / 1000 - offset;
}

function daysIn(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}

/** Writes seconds since 1970 as the server does, `2026-01-01T00:00:00Z`. Upstream: time.go MarshalJSON. */
export function formatTime(seconds: number): string {
  // Go writes years in four digits, or as many as it takes, where ECMAScript takes six.
  const [, sign = '', year = '', rest = ''] =
    /^(-?)\+?0*(\d{4,})(.{15})/.exec(new Date(seconds * 1000).toISOString()) ?? [];
  return `${sign}${year}${rest}Z`;
}
