// Command flux-helm installs or upgrades a chart with Helm 4's own library as Flux's helm-controller does: with the field
// manager "helm-controller", server-side apply, and the labels of the HelmRelease on every object.
//
//	flux-helm --name RELEASE --namespace NAMESPACE [--values FILE] CHART
package main

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"strings"
	"time"

	"helm.sh/helm/v4/pkg/action"
	"helm.sh/helm/v4/pkg/chart/common"
	"helm.sh/helm/v4/pkg/chart/loader"
	"helm.sh/helm/v4/pkg/cli"
	"helm.sh/helm/v4/pkg/kube"
	"helm.sh/helm/v4/pkg/storage/driver"
	"sigs.k8s.io/yaml"
)

func main() {
	name := flag.String("name", "", "the HelmRelease")
	namespace := flag.String("namespace", "", "where it is deployed to")
	values := flag.String("values", "", "a file of values")
	flag.Parse()
	if err := run(*name, *namespace, *values, flag.Arg(0)); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(name, namespace, values, path string) error {
	kube.ManagedFieldsManager = "helm-controller"
	settings := cli.New()
	settings.SetNamespace(namespace)
	config := action.NewConfiguration()
	if err := config.Init(settings.RESTClientGetter(), namespace, "secret"); err != nil {
		return err
	}
	chart, err := loader.Load(path)
	if err != nil {
		return err
	}
	given := common.Values{}
	if values != "" {
		if given, err = common.ReadValuesFile(values); err != nil {
			return err
		}
	}
	labels := originLabels{name, namespace}
	_, err = action.NewHistory(config).Run(name)
	if errors.Is(err, driver.ErrReleaseNotFound) {
		install := action.NewInstall(config)
		install.ReleaseName, install.Namespace, install.PostRenderer = name, namespace, labels
		install.CreateNamespace, install.ServerSideApply = true, true
		install.WaitStrategy, install.Timeout = kube.HookOnlyStrategy, time.Minute
		_, err = install.RunWithContext(context.Background(), chart, given)
		return err
	}
	if err != nil {
		return err
	}
	upgrade := action.NewUpgrade(config)
	upgrade.Namespace, upgrade.PostRenderer = namespace, labels
	upgrade.WaitStrategy, upgrade.Timeout = kube.HookOnlyStrategy, time.Minute
	_, err = upgrade.RunWithContext(context.Background(), name, chart, given)
	return err
}

// The labels that helm-controller puts on every object of a release.
type originLabels struct{ name, namespace string }

func (l originLabels) Run(rendered *bytes.Buffer) (*bytes.Buffer, error) {
	out := &bytes.Buffer{}
	for _, text := range strings.Split("\n"+rendered.String(), "\n---") {
		var object map[string]any
		if err := yaml.Unmarshal([]byte(text), &object); err != nil {
			return nil, err
		}
		metadata, isObject := object["metadata"].(map[string]any)
		if !isObject {
			continue
		}
		labels, _ := metadata["labels"].(map[string]any)
		if labels == nil {
			labels = map[string]any{}
		}
		labels["helm.toolkit.fluxcd.io/name"] = l.name
		labels["helm.toolkit.fluxcd.io/namespace"] = l.namespace
		metadata["labels"] = labels
		written, err := yaml.Marshal(object)
		if err != nil {
			return nil, err
		}
		out.WriteString("---\n")
		out.Write(written)
	}
	return out, nil
}
