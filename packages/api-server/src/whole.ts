/**
 * Entry point for those who want the whole engine at once, such as programs on Node. It exports what `index.ts` does,
 * and nothing is loaded later.
 */
export * from './index.ts';

import * as definitionStrategyCode from './customresource/definition-strategy.ts';
import * as expressionCode from './customresource/expressions/expressions.ts';
import { definitionStrategy, expressions } from './customresource/parts.ts';
import * as definitionCode from './server/definitions.ts';
import * as deletionCode from './server/delete.ts';
import * as listCode from './server/list.ts';
import * as metadataCheckCode from './server/metadata-checks.ts';
import { definitions, deletions, lists, metadataChecks, patches, scales, writes } from './server/parts.ts';
import * as patchCode from './server/patch-mechanism.ts';
import * as scaleCode from './server/scale.ts';
import * as writeCode from './server/writes.ts';

definitions.put(definitionCode);
definitionStrategy.put(definitionStrategyCode);
expressions.put(expressionCode);
deletions.put(deletionCode);
lists.put(listCode);
metadataChecks.put(metadataCheckCode);
patches.put(patchCode);
scales.put(scaleCode);
writes.put(writeCode);
