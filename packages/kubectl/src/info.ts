import type { ResourceVersion } from '@managed-fields/api-server';
import { metadataOf, stringAt, type ValueMap } from '@managed-fields/merge-engine';
import { kindText, resourceText } from './mapping.ts';

/** An object that a command is about: what is known of it, and where it lives. Upstream: k8s.io/cli-runtime pkg/resource/visitor.go Info. */
export interface Info {
  readonly version: ResourceVersion;
  /** Empty outside of namespaces. */
  readonly namespace: string;
  readonly name: string;
  /** The file that it comes from, `STDIN`, or empty. */
  readonly source: string;
  /** Undefined until it was fetched. */
  readonly object: ValueMap | undefined;
}

/** An info whose object is there. */
export interface LoadedInfo extends Info {
  readonly object: ValueMap;
}

/** The info of an object that the server answered with. Upstream: Info.Refresh. */
export function refreshed(info: Info, object: ValueMap): LoadedInfo {
  const metadata = metadataOf(object);
  return {
    ...info,
    name: stringAt(metadata, 'name') ?? '',
    namespace: stringAt(metadata, 'namespace') ?? '',
    object,
  };
}

/** `configmaps/cm`. Upstream: Info.ObjectName. */
export function objectName({ version, name }: Info): string {
  return `${version.resource.plural}/${name}`;
}

/** Resource, kind, name and namespace, as errors show them. Upstream: Info.String. */
export function infoText(info: Info): string {
  const { version, name, namespace } = info;
  return `Resource: "${resourceText(version)}", GroupVersionKind: "${kindText(version)}"\nName: "${name}", Namespace: "${namespace}"`;
}
