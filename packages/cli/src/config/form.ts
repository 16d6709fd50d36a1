import { versionsListed } from '@managed-fields/kubernetes-types';
import { z } from 'zod';
import { apiVersion } from '../json/output.ts';

const text = (about: string) => z.string().min(1).describe(about);

/** The form of the file that `--config` names, as it is published. What it means is checked by `readConfig`. */
export const configSchema = z
  .object({
    apiVersion: z.literal(apiVersion).describe('may be left out').optional(),
    kind: z.literal('Config').describe('may be left out').optional(),
    pageAddress: text('where a playground is served: --page-address, and --link without an address').optional(),
    kubernetes: text(
      `the version of Kubernetes: --kubernetes; one of ${versionsListed}, or a release of these`,
    ).optional(),
    expect: z.array(text('argocd-controller owns .spec.replicas of deploy/*')).describe('--expect').optional(),
    rules: z
      .record(z.string(), z.union([z.boolean(), z.enum(['on', 'off', 'error', 'warning', 'note'])]))
      .describe('rules of survey and of lint: how grave they are, or off: --rule')
      .optional(),
    notSeenDays: z.number().positive().describe('days without a write after which a manager is not seen').optional(),
    tool: text('what applies, NAME or NAME@VERSION: --tool').optional(),
    toolOptions: z
      .record(z.string(), z.union([z.string(), z.boolean(), z.number()]))
      .describe('options by the names that the tool has for them: --tool-option')
      .optional(),
    manager: text('the field manager that applies: --manager').optional(),
  })
  .describe('What is the same each time that managed-fields is run.');

/** What such a file says. */
export type Config = z.output<typeof configSchema>;
