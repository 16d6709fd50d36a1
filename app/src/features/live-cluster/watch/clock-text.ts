/** The time of day of milliseconds since 1970, where the user is: `09:54:34`. */
export function clockText(milliseconds: number): string {
  const time = new Date(milliseconds);
  return [time.getHours(), time.getMinutes(), time.getSeconds()].map((part) => String(part).padStart(2, '0')).join(':');
}
