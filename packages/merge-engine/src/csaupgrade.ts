/**
 * Handing fields over from client-side apply to server-side apply.
 * Upstream: k8s.io/client-go util/csaupgrade.
 */
export {
  findFieldsOwners,
  type UpgradeError,
  type UpgradeOptions,
  upgradeManagedFields,
  upgradeManagedFieldsPatch,
} from './kubectl/csa-upgrade.ts';
