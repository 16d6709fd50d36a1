/** Who sends requests here: one that may do everything. */
export const requester = {
  name: 'admin',
  uid: 'admin',
  groups: ['system:masters', 'system:authenticated'],
} as const;

/** Somebody whose permissions are looked at. */
export interface User {
  readonly name: string;
  readonly groups: readonly string[];
}
