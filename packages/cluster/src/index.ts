export {
  type Checked,
  type ClusterRequest,
  type DryRunRequest,
  type HttpRequest,
  httpRequestOf,
  type Query,
  type ReadRequest,
  type WatchRequest,
  type WhoAmIRequest,
} from './request.ts';
export type { Refusal } from './request-path.ts';
