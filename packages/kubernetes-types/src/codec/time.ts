import { microLayout, type TimeLayout } from '@managed-fields/merge-engine';

/** Whether a time is Go's zero time, which prints as null. */
export function isZeroTime(seconds: number, nanos: number): boolean {
  return seconds === -62_135_596_800 && nanos === 0;
}

/** Writes a time in UTC. Upstream: Go's time.Format by the same layouts. */
export function formatTime(time: number, nanos: number, layout: TimeLayout): string {
  const days = Math.floor(time / 86_400);
  const rest = time - days * 86_400;
  const clock = [rest / 3600, (rest / 60) % 60, rest % 60].map((value) => pad(Math.floor(value), 2)).join(':');
  const micro = layout === microLayout ? `.${pad(Math.floor(nanos / 1000), 6)}` : '';
  return `${dateOf(days)}T${clock}${micro}Z`;
}

function dateOf(days: number): string {
  const shifted = days + 719_468;
  const era = Math.floor(shifted / 146_097);
  const dayOfEra = shifted - era * 146_097;
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1460) + Math.floor(dayOfEra / 36_524) - Math.floor(dayOfEra / 146_096)) / 365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const marchMonth = Math.floor((5 * dayOfYear + 2) / 153);
  const month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9;
  const day = dayOfYear - Math.floor((153 * marchMonth + 2) / 5) + 1;
  const year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0);
  return `${pad(year, 4)}-${pad(month, 2)}-${pad(day, 2)}`;
}

function pad(value: number, width: number): string {
  return String(value).padStart(width, '0');
}
