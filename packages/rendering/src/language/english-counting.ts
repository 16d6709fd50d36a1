/** A number with its noun. */
export function countOf(count: number, noun: 'field' | 'entry' | 'step' | 'conflict'): string {
  const plural = noun === 'entry' ? 'entries' : `${noun}s`;
  return `${count} ${count === 1 ? noun : plural}`;
}

/** Bytes as people read them. */
export function bytesOf(bytes: number): string {
  return bytes < 1000 ? `${bytes} B` : `${(bytes / 1000).toFixed(1)} KB`;
}

/** Names in a row: `a, b and c`. */
export function listOf(names: readonly string[]): string {
  const last = names.at(-1) ?? '';
  return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} and ${last}`;
}
