import { fileName } from '@managed-fields/foreign-text';

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
export function objectFileName(object: string, ending: string): string {
  const [, kind = 'object', path = ''] = object.split(' ');
  return fileName(`${kind} ${path.split('/').at(-1)}`, ending);
}
