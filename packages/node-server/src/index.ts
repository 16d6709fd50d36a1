export type { Cluster } from '@managed-fields/api-server';
export type { Exchange, HttpApiRequest } from './api.ts';
export { type StartedServer, type StartOptions, startServer } from './server.ts';
