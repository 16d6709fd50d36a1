/** Whether the system knows a time zone; Go takes their names by the letter. Upstream: Go time LoadLocation. */
export function isTimeZone(zone: string): boolean {
  if (!/^[A-Z][A-Za-z0-9+_-]*(\/[A-Za-z0-9+_-]+)*$/.test(zone)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone });
    return true;
  } catch {
    return false;
  }
}
