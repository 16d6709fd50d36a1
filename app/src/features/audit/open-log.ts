import { looksLikeAuditLog } from '@managed-fields/audit';
import { isGzip } from '@managed-fields/survey';
import { openDialog } from '../../core/ui/open-dialog.ts';
import { openLog } from './audit-store.ts';

/** Opens files as an audit log, if the first of them begins as one does; returns whether it did. */
export async function openIfLog(files: readonly Blob[]): Promise<boolean> {
  const [first] = files;
  if (first === undefined || !looksLikeAuditLog(await startOf(first))) return false;
  openAsLog(files);
  return true;
}

/** Opens files as an audit log, whatever they are. */
export function openAsLog(files: readonly Blob[]): void {
  const names = files.flatMap((file) => (file instanceof File ? [file.name] : []));
  openDialog('audit');
  void openLog(files, names.join(', '));
}

/** How many bytes are looked at. */
const startLength = 65_536;

/** The beginning of a file, unpacked where it is packed; empty where it cannot be read. */
async function startOf(file: Blob): Promise<string> {
  const start = file.slice(0, startLength);
  try {
    const isPacked = isGzip(new Uint8Array(await file.slice(0, 2).arrayBuffer()));
    if (!isPacked) return await start.text();
    const reader = start.stream().pipeThrough(new DecompressionStream('gzip')).getReader();
    const { value } = await reader.read();
    // What is cut off behind it is an error of the stream, and no matter.
    void reader.cancel().catch(() => undefined);
    return new TextDecoder().decode(value);
  } catch {
    return '';
  }
}
