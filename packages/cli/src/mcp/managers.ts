import type { OwnerIdentity } from '@managed-fields/merge-engine';
import type { ManagerView } from '@managed-fields/player';
import { z } from 'zod';

/** An owner of fields: an entry of managedFields by what tells it from others. */
export const ownerOutput = z.object({
  manager: z.string(),
  operation: z.enum(['Apply', 'Update']),
  subresource: z.string().optional(),
  apiVersion: z.string().optional(),
  time: z.string().optional().describe('When the entry was last written'),
});

/** An owner as it is answered. */
export function ownerOf({
  manager,
  operation,
  subresource,
  ...rest
}: OwnerIdentity & Partial<Pick<ManagerView, 'apiVersion' | 'time'>>): z.input<typeof ownerOutput> {
  const { apiVersion, time } = rest;
  return {
    manager,
    operation,
    ...(subresource === '' ? {} : { subresource }),
    ...(apiVersion === undefined || apiVersion === '' ? {} : { apiVersion }),
    ...(time === undefined ? {} : { time }),
  };
}
