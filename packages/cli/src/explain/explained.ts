import type { ReadMessage } from '@managed-fields/reading';
import type { Scenario } from '@managed-fields/scenario';
import type { ToolSetting } from '@managed-fields/tools';

/** A message that was explained: what it says, and what the tool that printed it has for each way out. */
export interface ExplainedMessage extends ReadMessage {
  /** A scenario that ends in the message, with the live object where it was given; undefined where there is none. */
  readonly played: Scenario | undefined;
  readonly settings: readonly ToolSetting[];
  /** Where the live object was given: the fields of the message that it has no conflict about. */
  readonly missing: readonly string[] | undefined;
}
