import { readFileSync } from 'node:fs';
import '@managed-fields/api-server/whole';
import type { RequestUser } from '@managed-fields/api-server';
import { formatJson, isMap, mapAt, type ValueMap } from '@managed-fields/merge-engine';
import { describe, expect, it } from 'vitest';
import { serverInTests } from './plugins/requests-in-tests.ts';

/** What a refusal says, or the data of the ConfigMap that was stored. */
interface Answer {
  readonly code: number;
  readonly message?: string;
  readonly data?: Readonly<Record<string, string>>;
  /** Fields of what was stored, by their paths; null for one that is not there. */
  readonly fields?: Readonly<Record<string, unknown>>;
  readonly warnings?: readonly string[];
}

interface Before {
  /** Absent for an object that is stored, as it is. */
  readonly method?: 'PATCH' | 'DELETE';
  readonly path: string;
  readonly object?: object;
}

/**
 * What a server v1.36.3 answered to a request while some objects were there. Where it answered now one thing and now another,
 * `answer` is what this one says, and `others` are the rest. Errors of protobuf have one kind of space or another, by the build.
 */
interface Case {
  readonly about: string;
  /** The release of the server, where it is not v1.36.3. */
  readonly release?: string;
  /** Which plugins it had on, where they are not the plain ones. */
  readonly plugins?: 'installed';
  /** What is stored, and then what is sent, before the request. */
  readonly before?: readonly Before[];
  readonly request: { readonly method: 'POST' | 'PATCH' | 'DELETE'; readonly path: string; readonly body?: object };
  /** Who sends it, where it is not `admin`. */
  readonly user?: RequestUser;
  readonly answer: Answer;
  readonly others?: readonly Answer[];
}

const cases = ['./answers.cases.json', './policies/policies.cases.json'].flatMap((file): readonly Case[] =>
  JSON.parse(readFileSync(new URL(file, import.meta.url), 'utf8')),
);
const plain = (map: ValueMap | undefined) => map && Object.fromEntries(map);
/** A field of an object by its path, whose names are parted by dots. */
const fieldAt = (object: unknown, path: string) =>
  path.split('.').reduce((part, name) => (part as Record<string, unknown> | undefined)?.[name], object) ?? null;

describe('a server with plugins and policies answers', () => {
  it.each(cases.map((each) => [each.about, each] as const))('%s', async (_, each) => {
    const { before = [], request, user } = each;
    const { fields = {}, ...answer } = each.answer;
    const server = await serverInTests(each.release, each.plugins);
    for (const { method, path, object = {} } of before) {
      if (method === 'PATCH') expect(server.patch(path, object).code).toBe(200);
      else if (method === 'DELETE') expect(server.delete(path).code).toBe(200);
      else expect(server.put(path, object).code).toBe(201);
    }
    const { method, path, body } = request;
    const asked = {
      POST: () => server.post(path, body ?? {}, user),
      PATCH: () => server.patch(path, body ?? {}, user),
      DELETE: () => server.delete(path, body, user),
    };
    const told = asked[method]();
    const said = told.message === '' ? { data: plain(mapAt(isMap(told.body) ? told.body : undefined, 'data')) } : told;
    expect({ code: told.code, message: told.message, warnings: told.warnings, ...said }).toMatchObject(answer);
    const stored: unknown = JSON.parse(formatJson(told.body));
    expect(Object.fromEntries(Object.keys(fields).map((name) => [name, fieldAt(stored, name)]))).toEqual(fields);
  });
});
