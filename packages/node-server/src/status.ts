import { type Value, valueFromPlain } from '@managed-fields/merge-engine';

/** An answer that the engine does not give: a Status in the words of the server, or a text. */
export interface Answered {
  readonly code: number;
  readonly body: Value;
}

/** Makes a Status of failure. Upstream: apimachinery pkg/api/errors/errors.go. */
export function failure(code: number, reason: string, message: string, details?: object): Answered {
  const status = { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure', message, reason };
  return { code, body: valueFromPlain({ ...status, ...(details === undefined ? {} : { details }), code }) };
}

/** An error without a type, and so without a reason. Upstream: apiserver handlers/responsewriters/status.go. */
export function untyped(code: number, message: string): Answered {
  const status = { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure', message, code };
  return { code, body: valueFromPlain(status) };
}

/** Upstream: apimachinery pkg/api/errors/errors.go NewGenericServerResponse; the function below too. */
export function methodNotAllowed(): Answered {
  return failure(405, 'MethodNotAllowed', 'the server does not allow this method on the requested resource', {});
}

/** No resource stands at the path. */
export function unknownResource(): Answered {
  return failure(404, 'NotFound', 'the server could not find the requested resource', {});
}

/** Upstream: k8s.io/apiserver pkg/endpoints/filters/authentication.go. */
export const unauthorized = failure(401, 'Unauthorized', 'Unauthorized');

/** Of the bytes of a body at most. Upstream: k8s.io/apiserver pkg/endpoints/handlers/rest.go limitedReadBody. */
export function tooLarge(limit: number): Answered {
  return failure(413, 'RequestEntityTooLarge', `Request entity too large: limit is ${limit}`, {});
}

/** The watch cannot begin there, because the events are no longer kept. Upstream: NewResourceExpired. */
export function expired(wanted: bigint, oldest: bigint): Answered {
  return failure(410, 'Expired', `too old resource version: ${wanted} (${oldest})`);
}
