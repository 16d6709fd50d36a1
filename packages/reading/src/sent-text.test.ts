import { expect, it } from 'vitest';
import { versionIn } from './sent-text.ts';

it.each([
  ['Client Version: v1.37.0\nKustomize Version: v5.7.1\nServer Version: v1.35.4\n', 'v1.35'],
  ['Server Version: version.Info{Major:"1", Minor:"34", GitVersion:"v1.34.4", GitCommit:"x"}', 'v1.34'],
  ['clientVersion:\n  gitVersion: v1.37.0\nserverVersion:\n  buildDate: x\n  gitVersion: v1.33.13\n', 'v1.33'],
  ['kind: Node\nstatus:\n  nodeInfo:\n    kubeletVersion: v1.34.4\n', 'v1.34'],
  ['GET /api/v1/nodes HTTP/1.1\nUser-Agent: kubectl/v1.37.0 (linux/amd64) kubernetes/abc\n', 'v1.37'],
  ['Server Version: v1.36.1\n', 'v1.36.1'],
  ['Server Version: v1.36.3\n', 'v1.36'],
  ['Server Version: v1.36.77\n', 'v1.36'],
  ['Server Version: v1.29.1\n', undefined],
  ['kind: ConfigMap\ndata:\n  text: v1.35.4\n', undefined],
])('%j', (text, version) => {
  expect(versionIn(text)).toBe(version);
});
