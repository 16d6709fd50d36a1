import type { TypeCatalog } from '@managed-fields/api-server';
import type { KubernetesVersion } from '@managed-fields/kubernetes-types';
import type { TaskName, Tasks } from './protocol.ts';

/** What the code of a task may use. */
export interface TaskMeans<Name extends TaskName> {
  /** Returns the kinds of a version, or those of the cluster that the request names. */
  catalogOf(version: KubernetesVersion): Promise<TypeCatalog>;
  /** Computes something, and loads the modules that it needs (`loadOnNeed` of `scenario`). */
  computed<Value>(compute: () => Value): Promise<Value>;
  /** Tells the page something before the answer. */
  tell(news: Tasks[Name]['news'][keyof Tasks[Name]['news']]): void;
}

/** Does what a task is asked. */
export type Perform<Name extends TaskName> = (
  asked: Tasks[Name]['question'],
  means: TaskMeans<Name>,
) => Promise<Tasks[Name]['answers'][keyof Tasks[Name]['answers']]>;
