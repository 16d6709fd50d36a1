import { parseGoTime, secondsLayout } from '../value/go-time.ts';

/**
 * Reads a time as the server does; seconds since 1970 (a fraction is dropped), or undefined where the text is no time.
 * Upstream: apimachinery pkg/apis/meta/v1/time.go UnmarshalJSON.
 */
export function parseTime(text: string): number | undefined {
  const parsed = parseGoTime(text, secondsLayout);
  return parsed.kind === 'time' ? parsed.seconds : undefined;
}

/** Writes seconds since 1970 as the server does, `2026-01-01T00:00:00Z`. Upstream: time.go MarshalJSON. */
export function formatTime(seconds: number): string {
  // Go writes years in four digits, or as many as it takes, where ECMAScript takes six.
  return new Date(seconds * 1000)
    .toISOString()
    .replace(/\+?0*(\d{4})/, '$1')
    .replace('.000Z', 'Z');
}
