// POST and PUT, as a part that comes with the first of them.
export { create } from './create.ts';
export { replace } from './replace.ts';
