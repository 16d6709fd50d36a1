import { register } from './register.ts';

/** The script that Argo CD loads. */
register();
