import { z } from 'zod';
import { apiVersion, type OutputKind } from './output.ts';

/** A document of the program: what it is, then its members. */
export function document<const Members extends z.ZodRawShape>(kind: OutputKind, about: string, members: Members) {
  return z.object({ apiVersion: z.literal(apiVersion), kind: z.literal(kind), ...members }).describe(about);
}

export const text = (about: string) => z.string().describe(about);
export const texts = (about: string) => z.array(z.string()).describe(about);
export const count = (about: string) => z.int().min(0).describe(about);
export const flag = (about: string) => z.boolean().describe(about);

export const path = text('a field in the notation of messages: .spec.replicas, .spec.ports[port=80,protocol="TCP"]');
export const kubernetes = text('the version that was played: v1.36, or a release such as v1.36.1');
export const link = text('an address that opens it in a playground').optional();

/** An owner by which entries of managedFields are told apart. */
export const owner = z
  .object({
    manager: text('the name of the manager'),
    operation: z.enum(['Apply', 'Update']),
    subresource: text('empty for the main resource'),
    apiVersion: text('the version at which the entry is written'),
  })
  .meta({ id: 'Owner', description: 'an entry of managedFields by its names' });

/** The same with the time of its last write. */
export const timedOwner = owner.extend({
  time: text('when it last wrote; absent where the entry has none').optional(),
});

/** An object by its names; those that it lacks are left out. */
export const namedObject = {
  apiVersion: text('of the object').optional(),
  kind: text('of the object').optional(),
  namespace: text('absent where it has none').optional(),
  name: text('of the object').optional(),
};
