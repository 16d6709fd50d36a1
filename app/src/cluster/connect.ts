import { failedAnswer, readUser, readVersion } from '@managed-fields/cluster';
import { setClusterKinds } from '../engine/cluster-kinds.ts';
import { useScenario } from '../store/scenario-store.ts';
import { withoutCluster } from './cluster-address.ts';
import { type ClusterFailure, useCluster } from './cluster-mode.ts';
import { type ClusterAnswer, send } from './send.ts';

/**
 * Begins the mode, where the address says so. An address that also brings a scenario does not connect by itself: it may
 * come from somebody else.
 */
export async function beginCluster(hash: string): Promise<void> {
  if (/^#(?:s\/|%23|x\/)/.test(hash) || useScenario.getState().origin.kind !== 'draft') {
    useCluster.setState({ mode: { kind: 'asked' } });
    return;
  }
  await connect();
}

/** Asks the server for its version and who the user is, and connects the page where that is answered. */
export async function connect(): Promise<void> {
  useCluster.setState({ mode: { kind: 'connecting' } });
  const [version, user] = await Promise.all([send({ kind: 'read', path: '/version' }), send({ kind: 'who-am-i' })]);
  if (useCluster.getState().mode.kind !== 'connecting') return;
  const text = textOf(version);
  if (text.kind !== 'text') return useCluster.setState({ mode: { kind: 'failed', failure: text } });
  const read = readVersion(text.text);
  if (read.kind === 'unread') {
    return useCluster.setState({ mode: { kind: 'failed', failure: { kind: 'unread', found: read.found } } });
  }
  const named = user.kind === 'answered' && user.code < 300 ? readUser(user.text) : undefined;
  useCluster.setState({
    mode: {
      kind: 'connected',
      release: read.value.release,
      user: named?.kind === 'read' ? named.value : undefined,
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

/** The text of a successful answer, or why there is none. */
export function textOf(answer: ClusterAnswer): { readonly kind: 'text'; readonly text: string } | ClusterFailure {
  switch (answer.kind) {
    case 'answered':
      if (answer.code < 300) return { kind: 'text', text: answer.text };
      return { kind: 'status', ...failedAnswer(answer.code, answer.text) };
    case 'unreached':
      return { kind: answer.message === 'timeout' ? 'timeout' : 'unreached' };
    case 'too-large':
      return { kind: 'too-large' };
    case 'refused':
      return { kind: 'refused', found: answer.found };
  }
}
