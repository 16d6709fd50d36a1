import { bytesOfBase64 } from '@managed-fields/merge-engine';

/**
 * Returns what is wrong with the blocks of a PEM file; undefined where there is one of the right type. What is inside it
 * is not read. Upstream: crypto/tls tls.go X509KeyPair.
 */
export function pemProblem(text: string, what: 'certificate' | 'key'): string | undefined {
  const types = blockTypes(text);
  const isKey = (type: string) => type === 'PRIVATE KEY' || type.endsWith(' PRIVATE KEY');
  const fits = what === 'certificate' ? (type: string) => type === 'CERTIFICATE' : isKey;
  if (types.some(fits)) return undefined;
  if (types.length === 0) return `tls: failed to find any PEM data in ${what} input`;
  const [only = ''] = types;
  const skipped = `after skipping PEM blocks of the following types: [${types.join(' ')}]`;
  if (what === 'certificate') {
    return types.length === 1 && only.endsWith('PRIVATE KEY')
      ? 'tls: failed to find certificate PEM data in certificate input, but did find a private key; PEM inputs may have been switched'
      : `tls: failed to find "CERTIFICATE" PEM block in certificate input ${skipped}`;
  }
  return types.length === 1 && only === 'CERTIFICATE'
    ? 'tls: found a certificate rather than a key in the PEM for the private key'
    : `tls: failed to find PEM block with type ending in "PRIVATE KEY" in key input ${skipped}`;
}

/** The types of the blocks that can be decoded, in order. Upstream: encoding/pem Decode. */
function blockTypes(text: string): readonly string[] {
  const types: string[] = [];
  let open: { readonly type: string; content: string } | undefined;
  for (const line of text.split(/\r?\n/)) {
    const [, edge, type = ''] = /^-----(BEGIN|END) ([^-]*)-----\s*$/.exec(line) ?? [];
    if (edge === 'BEGIN') open = { type, content: '' };
    else if (edge === undefined) {
      if (open !== undefined && !line.includes(':')) open.content += line.trim();
    } else if (open?.type === type) {
      if (bytesOfBase64(open.content) !== undefined) types.push(type);
      open = undefined;
    }
  }
  return types;
}
