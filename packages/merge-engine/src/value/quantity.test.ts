import { describe, expect, it } from 'vitest';
import { canonicalQuantity, compareQuantities, formatQuantity, parseQuantity, roundUpQuantity } from './quantity.ts';

describe('a quantity in canonical form', () => {
  const cases: readonly (readonly [string, string])[] = [
    ['0', '0'],
    ['-0', '0'],
    ['+', '0'],
    ['00', '0'],
    ['0Gi', '0'],
    ['Ki', '0'],
    ['.', '0'],
    ['1', '1'],
    ['+5', '+5'],
    ['05', '05'],
    ['0.5', '500m'],
    ['.5', '500m'],
    ['1.', '1.'],
    ['1.0', '1'],
    ['1.5', '1500m'],
    ['1.500', '1.500'],
    ['1.5000', '1500m'],
    ['0.001', '1m'],
    ['0.0001', '100u'],
    ['0.1m', '100u'],
    ['0.0000000001', '1n'],
    ['-0.0000000001', '-1n'],
    ['1000m', '1'],
    ['1500m', '1500m'],
    ['100000', '100k'],
    ['123456', '123456'],
    ['1000k', '1M'],
    ['1000M', '1G'],
    ['1000G', '1T'],
    ['1000T', '1P'],
    ['1000P', '1E'],
    ['1.5T', '1500G'],
    ['1000E', '1'],
    ['1024', '1024'],
    ['1024Ki', '1Mi'],
    ['100Ki', '100Ki'],
    ['1536Mi', '1536Mi'],
    ['1.5Gi', '1536Mi'],
    ['0.5Ki', '512'],
    ['1.0Ki', '1Ki'],
    ['-1.0Ki', '-1Ki'],
    ['1.5Ki', '1536'],
    ['0.5Mi', '512Ki'],
    ['0.3Ki', '307200m'],
    ['1023Ki', '1023Ki'],
    ['8Ki', '8Ki'],
    ['8192Ki', '8Mi'],
    ['0.0001Ki', '102400u'],
    ['8Ei', '9223372036854775807'],
    ['-8Ei', '-9223372036854775807'],
    ['9223372036854775808', '9223372036854775808'],
    ['1e3', '1e3'],
    ['1E3', '1E3'],
    ['12e4', '120e3'],
    ['1e0', '1e0'],
    ['10e0', '10e0'],
    ['1000e0', '1e3'],
    ['1e-3', '1e-3'],
    ['1e-10', '1e-9'],
    ['1e+21', '1e+21'],
    ['1e1000', '10e999'],
    ['1e-999999999', '1e-9'],
  ];
  it.each(cases)('%s is %s', (text, canonical) => {
    expect(canonicalQuantity(text)).toBe(canonical);
  });
});

describe('the format of a quantity', () => {
  const cases: readonly (readonly [string, string])[] = [
    ['0.5Ki', 'BinarySI'],
    ['0.0001Ki', 'DecimalSI'],
    ['-0.0001Ki', 'DecimalSI'],
    ['0.001', 'DecimalSI'],
    ['1e3', 'DecimalExponent'],
  ];
  it.each(cases)('%s is %s', (text, format) => {
    expect(quantity(text).format).toBe(format);
  });
});

describe('what is no quantity', () => {
  const format = "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'";
  const cases: readonly (readonly [string, string])[] = [
    ['', format],
    ['true', format],
    ['1.2.3', format],
    ['1 Gi', format],
    ['10x', format],
    ['1KiKi', "unable to parse quantity's suffix"],
    ['1K', "unable to parse quantity's suffix"],
    ['1e', "unable to parse quantity's suffix"],
    ['5+3', "unable to parse quantity's suffix"],
    ['1e9223372036854775808', "unable to parse quantity's suffix"],
    ['.e-10', 'unable to parse numeric part of quantity'],
  ];
  it.each(cases)('%j: %s', (text, message) => {
    expect(parseQuantity(text)).toEqual({ kind: 'error', message });
  });
});

describe('comparing', () => {
  const cases: readonly (readonly [string, string, number])[] = [
    ['1', '1000m', 0],
    ['1Ki', '1k', 1],
    ['1m', '2u', 1],
    ['-1', '0', -1],
    ['0', '0.000000001', -1],
    ['1e1000', '1', 1],
    ['-1e1000', '-1', -1],
  ];
  it.each(cases)('%s and %s: %i', (a, b, order) => {
    expect(Math.sign(compareQuantities(quantity(a), quantity(b)))).toBe(order);
  });
});

describe('rounding up to thousandths', () => {
  const cases: readonly (readonly [string, string])[] = [
    ['0.1m', '1m'],
    ['1.0001', '1001m'],
    ['-0.1m', '-1m'],
    ['100u', '1m'],
    ['+5', '+5'],
    ['1n', '1m'],
    ['1.100', '1.100'],
    ['1.1000', '1100m'],
  ];
  it.each(cases)('%s is %s', (text, rounded) => {
    expect(formatQuantity(roundUpQuantity(quantity(text), -3))).toBe(rounded);
  });
});

function quantity(text: string) {
  const parsed = parseQuantity(text);
  if (parsed.kind === 'error') throw new Error(parsed.message);
  return parsed.quantity;
}
