import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { fail, quietly } from './say.mjs';

// Comments on the pull request, and uploads SARIF. What cannot be published is said, and fails the step.

const { GITHUB_API_URL: api, GITHUB_REPOSITORY: repository, GITHUB_EVENT_PATH: eventPath } = process.env;
/** @type {{ pull_request?: { number: number, head: { sha: string } } }} */
const event = eventPath === undefined ? {} : JSON.parse(readFileSync(eventPath, 'utf8'));
const pull = event.pull_request;

/** The most characters of a comment that GitHub takes, less what is put around it. */
const mostOfComment = 65_000;

if (process.env['MF_COMMENT'] === 'true' && pull !== undefined) await comment(pull.number);
if (process.env['MF_UPLOAD'] === 'true' && (process.env['MF_SARIF'] ?? '') !== '') await upload();

/**
 * Asks GitHub.
 * @param {string} method
 * @param {string} path
 * @param {object} [body]
 */
async function ask(method, path, body) {
  const answer = await fetch(`${api}/repos/${repository}${path}`, {
    method,
    headers: {
      accept: 'application/vnd.github+json',
      authorization: `Bearer ${process.env['MF_TOKEN'] ?? ''}`,
      'content-type': 'application/json',
      'x-github-api-version': '2022-11-28',
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!answer.ok) {
    quietly(await answer.text());
    fail(`GitHub answered ${answer.status} to ${method} ${path.replace(/\?.*/, '')}: has the job the permission?`);
  }
  return answer.json();
}

/** Writes the comment, or writes it anew where one with its mark is there. */
async function comment(/** @type {number} */ number) {
  const key = (process.env['MF_COMMENT_KEY'] ?? '').replace(/[^\w.-]/g, '-');
  const mark = `<!-- managed-fields: ${key} -->`;
  const report = readFileSync(process.env['MF_REPORT'] ?? '', 'utf8');
  const cut = report.length > mostOfComment ? `${report.slice(0, mostOfComment)}\n\n…` : report;
  const body = `${mark}\n${cut}`;
  for (let page = 1; ; page++) {
    const found = await ask('GET', `/issues/${number}/comments?per_page=100&page=${page}`);
    // Somebody else may quote the mark; only a bot's own comment that begins with it is written anew.
    const own = found.find((each) => each.user?.type === 'Bot' && each.body?.startsWith(mark));
    if (own !== undefined) return ask('PATCH', `/issues/comments/${own.id}`, { body });
    if (found.length < 100) return ask('POST', `/issues/${number}/comments`, { body });
  }
}

/** Uploads SARIF as code scanning takes it. */
async function upload() {
  const sarif = gzipSync(readFileSync(process.env['MF_SARIF'] ?? '')).toString('base64');
  const [ref, sha] = [process.env['GITHUB_REF'], process.env['GITHUB_SHA']];
  const isPull = pull !== undefined && (ref ?? '').startsWith('refs/pull/');
  const commit = isPull ? pull.head.sha : sha;
  const place = isPull ? `refs/pull/${pull.number}/head` : ref;
  await ask('POST', '/code-scanning/sarifs', { commit_sha: commit, ref: place, sarif, tool_name: 'managed-fields' });
}
