/**
 * The rules for parsing addresses, as in Go's net packages. `leadingZeros` allows leading zeros in IPv4 numbers, as
 * older Go did.
 * Upstream: Go net; k8s.io/utils internal/third_party/forked/golang/net.
 */
interface AddressRules {
  readonly leadingZeros: boolean;
}

/** Whether a text is an IPv4 address, or an IPv6 address that ends with one; leading zeros are allowed. */
export function isIpv4(text: string): boolean {
  return text.includes('.') && addressBits(text, { leadingZeros: true }) !== undefined;
}

/** Whether a text is an IPv6 address without a zone. */
export function isIpv6(text: string): boolean {
  return text.includes(':') && addressBits(text, { leadingZeros: false }) !== undefined;
}

/** Whether a text is an address, a slash and a prefix length. */
export function isCidr(text: string): boolean {
  const slash = text.indexOf('/');
  if (slash < 0) return false;
  const bits = addressBits(text.slice(0, slash), { leadingZeros: true });
  const length = text.slice(slash + 1);
  return bits !== undefined && /^\d{1,7}$/.test(length) && Number(length) <= bits;
}

/**
 * Whether a text is a MAC address: 6, 8 or 20 bytes, in pairs with colons or dashes, in fours with dots, or without
 * separators.
 */
export function isMac(text: string): boolean {
  const separator = text.charAt(2);
  if (separator === ':' || separator === '-') {
    const parts = text.split(separator);
    return [6, 8, 20].includes(parts.length) && parts.every((part) => /^[0-9a-f]{2}$/i.test(part));
  }
  if (/^[0-9a-f]+$/i.test(text)) return [12, 16, 40].includes(text.length);
  const parts = text.split('.');
  return [3, 4, 10].includes(parts.length) && parts.every((part) => /^[0-9a-f]{4}$/i.test(part));
}

function addressBits(text: string, rules: AddressRules): 32 | 128 | undefined {
  for (const char of text) {
    if (char === '.') return isFourNumbers(text, rules) ? 32 : undefined;
    if (char === ':') return isSixteenBytes(text, rules) ? 128 : undefined;
  }
  return undefined;
}

function isFourNumbers(text: string, { leadingZeros }: AddressRules): boolean {
  const parts = text.split('.');
  if (parts.length !== 4) return false;
  return parts.every((part) => /^\d+$/.test(part) && Number(part) <= 255 && (leadingZeros || !/^0\d/.test(part)));
}

function isSixteenBytes(text: string, rules: AddressRules): boolean {
  const halves = text.split('::');
  if (halves.length > 2) return false;
  const groups = halves.map((half) => (half === '' ? [] : half.split(':')));
  const last = groups.at(-1)?.at(-1) ?? '';
  const hasIpv4 = last.includes('.');
  const all = groups.flat();
  const hex = hasIpv4 ? all.slice(0, -1) : all;
  if (hasIpv4 && !isFourNumbers(last, rules)) return false;
  if (!hex.every((group) => /^[0-9a-f]{1,4}$/i.test(group))) return false;
  const count = hex.length + (hasIpv4 ? 2 : 0);
  // `::` stands for at least one group of zeros.
  return halves.length === 2 ? count <= 7 : count === 8;
}
