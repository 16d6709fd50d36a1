import { isKnownPlain, isSecretField, isSecretKind } from '@managed-fields/redact';

/** A value as it may be printed: what is not known to be plain, as a link would ask about it, stands as `…`. */
export function plainValue(kind: string, path: string, text: string): string {
  const names = path.split(/[.[\]]+/).filter(Boolean);
  const isData = isSecretKind(kind) && /^(?:data|stringData)$/.test(names[0] ?? '');
  return isData || names.some(isSecretField) || !isKnownPlain(text, names.at(-1) ?? '') ? '…' : text;
}
