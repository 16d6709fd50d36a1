// `embed.mjs`: for `import 'https://…/embed.mjs'`.
import { definePlayground } from './define.ts';

export { definePlayground } from './define.ts';
export { ManagedFieldsPlayground } from './element.ts';

const here = import.meta.url;
definePlayground(new URL('.', here).href);
