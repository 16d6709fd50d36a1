/** The name of a file as an address in a report: a relative one stays relative, an absolute path has `file:` before it. */
export function fileUri(file: string): string {
  const path = file === 'standard input' ? 'stdin' : file.replaceAll('\\', '/').replace(/^\.\//, '');
  // Halves of characters have no place in an address.
  const whole = path.replace(/[\ud800-\udfff]/gu, '\ufffd');
  const encoded = whole.split('/').map(encodeURIComponent).join('/');
  return path.startsWith('/') ? `file://${encoded}` : encoded;
}
