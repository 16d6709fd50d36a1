/** The changes between releases of kubectl, each with the minor version that brought it: 36 for v1.36. */
const changes = {
  /**
   * `apply --dry-run=client` prints an existing object as the patch would leave it. Before, it printed the object
   * unchanged.
   */
  clientDryRunPatches: 36,
  /**
   * One colon stands before the reason why a patch cannot be made. Before, there were two. Upstream:
   * pkg/cmd/apply/patcher.go.
   */
  reasonAfterOneColon: 34,
  /**
   * An unknown creationTimestamp is left out. Before, it was sent as null. Upstream: apimachinery meta/v1 ObjectMeta.
   */
  unknownTimeLeftOut: 34,
  /** `delete` says from which namespace. Upstream: pkg/cmd/delete/delete.go PrintObj. */
  namespaceOfDeleted: 34,
  /**
   * `delete -i` reads one line. Before, it read the first word, whatever lines stood before it, and asked with another letter.
   * Upstream: delete.go confirmation.
   */
  confirmedByLine: 34,
  /** `autoscale` knows `--cpu` and `--memory`. Upstream: pkg/cmd/autoscale/autoscale.go. */
  targetsOfScalers: 34,
  /** `autoscale` writes the namespace that the line names. Upstream: the same, createHorizontalPodAutoscalerV2. */
  namespaceOfScalers: 35,
  /** `get -w` finds nothing to be no failure with `--ignore-not-found`. Upstream: pkg/cmd/get/get.go watch. */
  nothingWatched: 34,
  /** `get -w` watches the first of several kinds that files name. Before, they were refused. Upstream: the same. */
  firstKindWatched: 35,
  /** `--kuberc` is there for everybody. Before, where KUBECTL_KUBERC was true. Upstream: pkg/cmd/cmd.go. */
  kuberc: 34,
  /** `--profile=trace`. Upstream: pkg/cmd/profiling.go. */
  tracesProfiled: 35,
  /** `--as-user-extra`. Upstream: cli-runtime pkg/genericclioptions/config_flags.go. */
  impersonatedExtra: 35,
  /** `scale` says what it cannot find as the others do. Upstream: pkg/cmd/scale/scale.go. */
  missingToScale: 35,
  /** `scale` prints workloads with their new size. Upstream: pkg/cmd/scale/scale.go updateReplicas. */
  newSizeShown: 36,
  /**
   * `label` sends nothing where nothing changes, and has a word for labels that come and go at once. Before, it went by the
   * lengths of the objects. Upstream: pkg/cmd/label/label.go updateDataChangeMsg.
   */
  labelsCompared: 36,
  /** `rollout undo` warns of what was applied. Upstream: pkg/cmd/rollout/rollout_undo.go. */
  undoWarnsOfApply: 36,
  /** `wait` takes several conditions. Before, the last one counted. Upstream: pkg/cmd/wait/wait.go. */
  severalConditions: 36,
  /** `run --detach-keys`. Upstream: pkg/cmd/run/run.go. */
  detachKeys: 36,
  /** `diff --show-secrets`. Upstream: pkg/cmd/diff/diff.go. */
  secretsInDiffs: 36,
  /** `explain` knows `-R`. Upstream: pkg/cmd/explain/explain.go. */
  explainedDownByLetter: 36,
  /** `explain` tells of documents elsewhere. Upstream: pkg/explain/v2/templates/plaintext.tmpl. */
  externalDocs: 36,
  /** `kuberc` is a command. In v1.35 it was one of `alpha`. Upstream: pkg/cmd/cmd.go, pkg/cmd/alpha.go. */
  kubercCommand: 36,
  kubercOfAlpha: 35,
  /** `ls`, `remove`, `stats` and `inspect` mean a command. Before, `ps` did. Upstream: SuggestFor of the commands in pkg/cmd. */
  wordsOfShells: 36,
  /** `-o kyaml` is there: where `KUBECTL_KYAML` is true, then where it is not false, then always. */
  kyaml: 34,
  kyamlByDefault: 35,
  kyamlAlways: 37,
  /** Columns of tables are as wide as their values are in bytes. Upstream: cli-runtime pkg/printers/tableprinter.go. */
  tableWidthsInBytes: 37,
  /** `api-resources` has all formats that objects have. Upstream: pkg/cmd/apiresources/print_flags.go. */
  resourcesInAllFormats: 34,
  /** `explain --recursive` may end at a depth, `--max-depth`. Upstream: pkg/cmd/explain/explain.go. */
  explainedDepth: 37,
  /** What `describe` shows of each kind. Upstream: pkg/describe/describe.go. */
  portNames: 34,
  placesOfEvents: 35,
  proxyVersionLeftOut: 36,
  schedulingGroups: 36,
  amountsOfWholePods: 36,
  amountsInSums: 37,
  eventsOfOneAlone: 36,
  trafficDistribution: 34,
  accountsWithoutSecrets: 35,
  timeZoneOfCronJobs: 36,
  slicesOfNodes: 36,
  protocolsOfPorts: 36,
  statefulSetPolicies: 37,
  probeThresholds: 37,
  /** `describe` of other kinds keeps the capitals inside of words, `podCIDRs`. Upstream: describe.go smartLabelFor. */
  wordsOfLabels: 36,
  /** There, the letters of a word behind its first become small ones; v1.36 asks for that of words of small letters alone. */
  smallLettersOfLabels: 35,
  /** `annotate` goes into folders below. Upstream: pkg/cmd/annotate/annotate.go NewAnnotateFlags. */
  annotateGoesDown: 37,
  /** `annotate` goes on where it has no namespace, and says all that fails. Upstream: pkg/cmd/annotate/annotate.go ToOptions. */
  annotateSaysAll: 37,
  /** `annotate --list` beside a format is refused. Before, the format counted for nothing. Upstream: the same. */
  annotateListsAlone: 37,
  /** `run` makes its objects without generators, and has other words. Upstream: pkg/cmd/run/run.go. */
  runWithoutGenerators: 37,
  /** What errors say of an object stands in one line. Upstream: cli-runtime pkg/resource/visitor.go Info.String. */
  objectsInOneLine: 38,
  /** A patch is made by the schema of OpenAPI v3 or built-in types alone. Upstream: pkg/cmd/apply/patcher.go buildPatch. */
  withoutOpenApiV2: 38,
  /** `label` says on stderr which labels are not there. Before, on stdout. Upstream: pkg/cmd/label/label.go. */
  missingLabelsAreErrors: 38,
  /** `annotate --list` beside annotations is refused. Upstream: pkg/cmd/annotate/annotate.go ToOptions. */
  annotateListsOnly: 38,
  /** `api-resources` and `api-versions` refuse arguments without saying how they are used. Upstream: pkg/cmd/apiresources. */
  argumentsWithoutUsage: 38,
  /** `get -L` beside custom columns is refused. Upstream: pkg/cmd/get/get.go Validate. */
  labelColumnsAlone: 37,
  /** A kubeconfig is written without preferences where there are none. Upstream: client-go tools/clientcmd/api/v1/types.go. */
  emptyPreferencesLeftOut: 34,
  /** `config set-context` knows `-n`. Upstream: pkg/cmd/config/set_context.go. */
  namespaceOfContextByLetter: 35,
  /** What is no operation of a JSON patch is told with its place, as Go's encoding/json/v2 does. */
  operationPlaced: 38,
  /** A cluster in a kubeconfig says how many connections there are. Upstream: client-go tools/clientcmd/api/types.go. */
  connectionPools: 38,
  /**
   * What changed in kustomize. Upstream: sigs.k8s.io/kustomize/api v0.19 (v1.33), v0.20 (v1.34, v1.35), v0.21 (v1.36).
   * A replacement may have a value of its own; images of volumes are images.
   */
  sourceValues: 34,
  imagesOfVolumes: 34,
  /** The targets of replacements are selected by patterns. Before, by their texts. Upstream: filters/replacement. */
  targetsByPattern: 36,
  /** A taken name says by which behavior it was asked for. Upstream: resmap/reswrangler.go. */
  behaviorTold: 36,
  /** Only the options of a patch that are known may be there. Upstream: types/patchargs.go. */
  patchOptionsKnown: 36,
  /** Charts are in the namespace of their kustomization, or of the one around it. Upstream: target/kusttarget.go. */
  namespacesOfCharts: 36,
} as const;

/** A change between releases of kubectl. */
export type Change = keyof typeof changes;

/** Whether a release of kubectl, `v1.36.3`, has a change. */
export function hasChange(change: Change, release: string): boolean {
  return Number(/^v1\.(\d+)/.exec(release)?.[1]) >= changes[change];
}
