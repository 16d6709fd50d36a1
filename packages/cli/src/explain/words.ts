import { errorsWords } from '@managed-fields/reading/words';
import { toolsWords } from '@managed-fields/tools/words';
import { counting } from '@managed-fields/words/messages/en/counting';
import { errors } from '@managed-fields/words/messages/en/errors';
import { tools } from '@managed-fields/words/messages/en/tools';
import { view } from '@managed-fields/words/messages/en/view';

/** What is said of error texts. */
export const errorWords = errorsWords({ errors, counting });

/** What is said of the settings of tools. */
export const settingWords = toolsWords({ tools, counting });

/** The names of the ways out of a conflict. */
export const wayNames = { ...view.conflict.ways, migrate: { name: tools.migrate, text: '' } };
