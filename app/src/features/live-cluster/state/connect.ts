import { readUser, readVersion } from '@managed-fields/live-cluster';
import { fetchOwnFile } from '../../../core/code/own-file.ts';
import { setClusterKinds } from '../../../core/engine/cluster-kinds.ts';
import { frontToken, useFront } from '../../../core/store/front.ts';
import { useScenario } from '../../../core/store/scenario-store.ts';
import { useCluster, withoutCluster } from './cluster-mode.ts';
import { ask } from './resources.ts';

/**
 * Begins the mode, where the address says so. An address that also brings a scenario does not connect by itself: it may
 * come from somebody else.
 */
export async function beginCluster(hash: string): Promise<void> {
  void askFront();
  if (/^#(?:s\/|%23|x\/|l\/)/.test(hash) || useScenario.getState().origin.kind !== 'draft') {
    useCluster.setState({ mode: { kind: 'asked' } });
    return;
  }
  await connect();
}

/** Reads what the front says of itself. A page that no front serves has no such file, and asks for none. */
async function askFront(): Promise<void> {
  if (frontToken === undefined) return;
  try {
    const response = await fetchOwnFile('./front.json', { cache: 'no-store' });
    const said: unknown = response.ok ? await response.json() : undefined;
    const pageAddress: unknown =
      typeof said === 'object' && said !== null ? Reflect.get(said, 'pageAddress') : undefined;
    if (typeof pageAddress === 'string') useFront.setState({ pageAddress });
  } catch {
    // Without an answer, the reader is asked.
  }
}

/** Asks the server for its version and who the user is, and connects the page where that is answered. */
export async function connect(): Promise<void> {
  useCluster.setState({ mode: { kind: 'connecting' } });
  const [version, user] = await Promise.all([
    ask({ kind: 'read', path: '/version' }, readVersion),
    ask({ kind: 'who-am-i' }, readUser),
  ]);
  if (useCluster.getState().mode.kind !== 'connecting') return;
  useCluster.setState({
    mode:
      version.kind === 'failed'
        ? { kind: 'failed', failure: version.failure }
        : {
            kind: 'connected',
            release: version.value.release,
            user: user.kind === 'loaded' ? user.value : undefined,
          },
  });
}

/** Ends the mode: nothing more is sent, kinds are those of the page again, and the address no longer begins the mode. */
export function leaveCluster(): void {
  setClusterKinds(undefined);
  useCluster.setState({ mode: { kind: 'off' } });
  replaceQuery(withoutCluster(location.search, 'mode'));
}

/** Takes the object that was opened by now out of the address, so that a reload does not open it again. */
export function forgetAsked(): void {
  replaceQuery(withoutCluster(location.search, 'object'));
}

function replaceQuery(query: string): void {
  history.replaceState(history.state, '', `${location.pathname}${query}${location.hash}`);
}
