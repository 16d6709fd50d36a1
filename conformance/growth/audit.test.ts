import { readLog } from '@managed-fields/audit';
import { expect, test } from 'vitest';
import { recordedLog } from '../audit/levels.ts';
import { countWork } from './count-work.ts';

const lines = recordedLog.trim().split('\n').slice(0, 60);

/** The recorded lines many times over, of other requests and objects. */
function logOf(times: number): string {
  return Array.from({ length: times }, (_, index) =>
    lines.map((line) => line.replace(/"auditID":"/, `$&${index}-`).replace(/"name":"web"/, `"name":"web-${index}"`)),
  )
    .flat()
    .join('\n');
}

const forms: readonly (readonly [string, (times: number) => string])[] = [
  ['JSON lines', logOf],
  ['the same request again and again', (times) => lines.join('\n').concat('\n').repeat(times)],
  ['requests of one id', (times) => logOf(times).replace(/"auditID":"[^"]*"/g, '"auditID":"a"')],
  ['a list', (times) => `[\n${logOf(times).split('\n').join(',\n')}\n]`],
  ['lines that are cut', (times) => logOf(times).replace(/.{40}$/gm, '')],
];

test.each(forms)('reading a log grows with its length: %s', (_, textOf) => {
  const workOf = (times: number) => {
    const text = textOf(times);
    return countWork(() => {
      const log = readLog();
      for (let at = 0; at < text.length; at += 65_536) log.take(text.slice(at, at + 65_536));
      log.end();
      log.summary();
    });
  };
  workOf(1);
  expect(workOf(16) / workOf(4)).toBeLessThan(4.5);
});
