import type { Field } from '../validation/field-path.ts';
import { parseAddress, parseRange, printAddress, printRange } from '../validation/ip.ts';

/**
 * Warnings about an address that the server accepts but would write in another way.
 * Upstream: k8s.io/apimachinery pkg/util/validation/ip.go GetWarningsForIP.
 */
export function addressWarnings(field: Field, text: string): readonly string[] {
  const address = parseAddress(text);
  if (address === undefined) return [];
  const preferred = printAddress(address);
  if (!address.strict || address.mapped) {
    return [`${field}: non-standard IP address "${text}" is invalid: use "${preferred}"`];
  }
  if (address.family === 'IPv6' && preferred !== text) {
    return [`${field}: IPv6 address "${text}" should be in RFC 5952 canonical format ("${preferred}")`];
  }
  return [];
}

/** Warnings about a range of addresses. Upstream: ip.go GetWarningsForCIDR. */
export function rangeWarnings(field: Field, text: string): readonly string[] {
  const range = parseRange(text);
  if (range === undefined) return [];
  const warnings: string[] = [];
  const network = printRange(range);
  const address = printAddress(range.address);
  if (network.slice(0, network.indexOf('/')) !== address) {
    const one = `${address}/${range.address.family === 'IPv4' ? 32 : 128}`;
    warnings.push(`${field}: CIDR value "${text}" is ambiguous in this context (should be "${network}" or "${one}"?)`);
  }
  if (!range.strict || range.address.mapped) {
    warnings.push(`${field}: non-standard CIDR value "${text}" is invalid: use "${network}"`);
  }
  const canonical = `${address}/${range.bits}`;
  if (warnings.length === 0 && range.address.family === 'IPv6' && canonical !== text) {
    warnings.push(`${field}: IPv6 CIDR value "${text}" should be in RFC 5952 canonical format ("${canonical}")`);
  }
  return warnings;
}
