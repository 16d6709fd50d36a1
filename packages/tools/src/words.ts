export { toolsWords } from './settings/setting-words.ts';
