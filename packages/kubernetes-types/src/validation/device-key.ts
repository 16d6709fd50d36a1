import { formatJson, type ValueMap } from '@managed-fields/merge-engine';
import { text } from './object.ts';

/** What v1.34 shows of each of them: parts without a form in JSON. */
export const formerDeviceKey = '{"Driver":{},"Pool":{},"Device":{},"ShareID":{}}';

/** A text that only the same allocated device has: what tells it from others, as the server shows it. */
export function deviceKey(device: ValueMap): string {
  return formatJson(
    new Map([
      ['Driver', text(device, 'driver')],
      ['Pool', text(device, 'pool')],
      ['Device', text(device, 'device')],
      ['ShareID', text(device, 'shareID')],
    ]),
  );
}
