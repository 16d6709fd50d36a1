/** Lets the browser save a text as a file. */
export function download(name: string, type: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The browser reads the file after this function returns.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** Returns a file name for an object: `apps/v1 Deployment default/web` becomes `deployment-web`. */
export function fileName(object: string, ending: string): string {
  const [, kind = 'object', path = ''] = object.split(' ');
  const parts = [kind, path.split('/').at(-1) ?? ''].filter((part) => part !== '');
  const plain = parts
    .join('-')
    .toLowerCase()
    .replace(/[^a-z0-9.-]+/g, '-');
  return `${plain.slice(0, 80)}.${ending}`;
}
