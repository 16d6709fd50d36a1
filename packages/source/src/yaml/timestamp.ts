const formats: readonly RegExp[] = [
  /^(\d{4})-(\d\d?)-(\d\d?)[Tt](\d\d?):(\d\d?):(\d\d?)(?:[.,]\d+)?(?:Z|[+-](\d\d):(\d\d))$/,
  /^(\d{4})-(\d\d?)-(\d\d?) +(\d\d?):(\d\d?):(\d\d?)(?:[.,]\d+)?$/,
  /^(\d{4})-(\d\d?)-(\d\d?)$/,
];

/**
 * Whether upstream reads a text as a time. Such a text stays a string, and is quoted when it is printed.
 * Upstream: go.yaml.in/yaml/v2 resolve.go parseTimestamp (time.Parse with four layouts).
 */
export function isTimestamp(text: string): boolean {
  if (text.charCodeAt(4) !== 0x2d) return false;
  return formats.some((format) => {
    const parts = format
      .exec(text)
      ?.slice(1)
      .map((part) => Number(part ?? 0));
    if (parts === undefined) return false;
    const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0, zoneHour = 0, zoneMinute = 0] = parts;
    const inDay = hour < 24 && minute < 60 && second < 60 && zoneHour <= 24 && zoneMinute <= 60;
    return inDay && month >= 1 && month <= 12 && day >= 1 && day <= daysIn(month, year);
  });
}

function daysIn(month: number, year: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}
