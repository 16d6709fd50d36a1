import type { ResourceVersion } from '@managed-fields/api-server';
import { metadataOf, textAt, type ValueMap } from '@managed-fields/merge-engine';
import { hasChange } from './changes.ts';
import { kindText, resourceText } from './mapping.ts';

/** An object of a command, or the path to one. Upstream: k8s.io/cli-runtime pkg/resource/visitor.go Info. */
export interface Info {
  readonly version: ResourceVersion;
  /** Empty for a cluster-scoped resource. */
  readonly namespace: string;
  readonly name: string;
  /** The file that the object comes from, `STDIN`, or empty for an object that was named by arguments. */
  readonly source: string;
  /** Undefined until the object is fetched. */
  readonly object: ValueMap | undefined;
  /** The list of a file that it is an item of. */
  readonly list?: ValueMap;
}

/** An info with its object. */
export interface LoadedInfo extends Info {
  readonly object: ValueMap;
}

/** Returns an info with the object that the server answered. Upstream: Info.Refresh. */
export function refreshed(info: Info, object: ValueMap): LoadedInfo {
  const metadata = metadataOf(object);
  return {
    ...info,
    name: textAt(metadata, 'name'),
    namespace: textAt(metadata, 'namespace'),
    object,
  };
}

/** `configmaps/cm`. Upstream: Info.ObjectName. */
export function objectName({ version, name }: Info): string {
  return `${version.resource.plural}/${name}`;
}

/** Returns resource, kind, name and namespace as errors print them. Upstream: Info.String. */
export function infoText({ version, name, namespace }: Info, release: string): string {
  const between = hasChange('objectsInOneLine', release) ? ', ' : '\n';
  return `Resource: "${resourceText(version)}", GroupVersionKind: "${kindText(version)}"${between}Name: "${name}", Namespace: "${namespace}"`;
}
