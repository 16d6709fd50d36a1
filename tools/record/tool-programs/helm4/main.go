// Command helm4 runs Helm 4's own library as its program does, once, on a chart made in memory of the manifests it is given.
//
// It reads one JSON document {server, token, namespace, options, manifests} from standard input and prints {"error"}. Options, by
// the names of Helm's flags: release, server-side (true, false or auto), force-conflicts, force-replace, take-ownership, rollback (a
// revision, 0 for the one before), history-max, and command, which is "upgrade --install" unless it says install or upgrade. The
// wait strategy is hookOnly, the program's own default: nothing is waited for.
//
// What it has in common with helm3 stands in both: each is a Go module of its own, built with another major version of Helm.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"regexp"
	"strconv"
	"strings"
	"time"

	"helm.sh/helm/v4/pkg/action"
	"helm.sh/helm/v4/pkg/chart/common"
	chart "helm.sh/helm/v4/pkg/chart/v2"
	"helm.sh/helm/v4/pkg/cli"
	"helm.sh/helm/v4/pkg/kube"
	"helm.sh/helm/v4/pkg/release"
	status "helm.sh/helm/v4/pkg/release/common"
	releasev1 "helm.sh/helm/v4/pkg/release/v1"
	"helm.sh/helm/v4/pkg/storage/driver"
)

// What is asked of the program.
type input struct {
	Server, Token, Namespace string
	Options                  map[string]string
	Manifests                string
}

func main() {
	// As cmd/helm says: the manager of what it writes.
	kube.ManagedFieldsManager = "helm"
	var asked input
	err := json.NewDecoder(os.Stdin).Decode(&asked)
	if err == nil {
		err = run(asked)
	}
	var message *string
	if err != nil {
		text := err.Error()
		message = &text
	}
	json.NewEncoder(os.Stdout).Encode(map[string]any{"error": message})
}

func run(asked input) error {
	settings := cli.New()
	settings.KubeConfig, settings.KubeAPIServer, settings.KubeToken = os.DevNull, asked.Server, asked.Token
	settings.KubeInsecureSkipTLSVerify = strings.HasPrefix(asked.Server, "https:")
	settings.SetNamespace(asked.Namespace)
	config := action.NewConfiguration()
	if err := config.Init(settings.RESTClientGetter(), asked.Namespace, "secret"); err != nil {
		return err
	}
	if asked.on("force-replace") && asked.on("force-conflicts") {
		return errors.New("if any flags in the group [force-replace force-conflicts] are set none of the others can be; " +
			"[force-conflicts force-replace] were all set")
	}
	name, made := asked.Options["release"], chartOf(asked.Manifests)
	if revision, asksRollback := asked.Options["rollback"]; asksRollback {
		return rollback(config, settings, asked, name, revision)
	}
	command := asked.Options["command"]
	if command == "install" {
		if err := install(config, asked, name, made, false); err != nil {
			return fmt.Errorf("INSTALLATION FAILED: %w", err)
		}
		return nil
	}
	if command != "upgrade" {
		history := action.NewHistory(config)
		history.Max = 1
		versions, err := history.Run(name)
		if errors.Is(err, driver.ErrReleaseNotFound) || uninstalled(versions) {
			return install(config, asked, name, made, uninstalled(versions))
		}
		if err != nil {
			return err
		}
	}
	if err := upgrade(config, settings, asked, name, made); err != nil {
		return fmt.Errorf("UPGRADE FAILED: %w", err)
	}
	return nil
}

func (asked input) on(option string) bool { return asked.Options[option] == "true" }

// The flag server-side; its default is "auto", which an installation takes for true.
func (asked input) serverSide() string {
	if value, given := asked.Options["server-side"]; given {
		return value
	}
	return "auto"
}

func install(config *action.Configuration, asked input, name string, made *chart.Chart, replace bool) error {
	client := action.NewInstall(config)
	client.ReleaseName, client.Namespace, client.Replace = name, asked.Namespace, replace
	client.Timeout, client.WaitStrategy = 300*time.Second, kube.HookOnlyStrategy
	client.ForceReplace, client.ForceConflicts = asked.on("force-replace"), asked.on("force-conflicts")
	client.ServerSideApply = asked.serverSide() != "false"
	client.TakeOwnership = asked.on("take-ownership")
	_, err := client.RunWithContext(context.Background(), made, map[string]any{})
	return err
}

func upgrade(config *action.Configuration, settings *cli.EnvSettings, asked input, name string, made *chart.Chart) error {
	client := action.NewUpgrade(config)
	client.Namespace, client.MaxHistory = asked.Namespace, kept(asked.Options, settings)
	client.Timeout, client.WaitStrategy = 300*time.Second, kube.HookOnlyStrategy
	client.ForceReplace, client.ForceConflicts = asked.on("force-replace"), asked.on("force-conflicts")
	client.ServerSideApply = asked.serverSide()
	client.TakeOwnership = asked.on("take-ownership")
	_, err := client.RunWithContext(context.Background(), name, made, map[string]any{})
	return err
}

func rollback(config *action.Configuration, settings *cli.EnvSettings, asked input, name, revision string) error {
	client := action.NewRollback(config)
	version, err := strconv.Atoi(revision)
	if err != nil {
		return fmt.Errorf("could not convert revision to a number: %w", err)
	}
	client.Version, client.MaxHistory = version, kept(asked.Options, settings)
	client.Timeout, client.WaitStrategy = 300*time.Second, kube.HookOnlyStrategy
	client.ForceReplace, client.ForceConflicts = asked.on("force-replace"), asked.on("force-conflicts")
	client.ServerSideApply = asked.serverSide()
	return client.Run(name)
}

// How many revisions are kept: ten, as Helm's settings say, unless another number is asked for.
func kept(options map[string]string, settings *cli.EnvSettings) int {
	if number, err := strconv.Atoi(options["history-max"]); err == nil {
		return number
	}
	return settings.MaxHistory
}

// Whether the newest revision was uninstalled and kept.
func uninstalled(versions []release.Releaser) bool {
	if len(versions) == 0 {
		return false
	}
	newest, isRelease := versions[len(versions)-1].(*releasev1.Release)
	return isRelease && newest.Info.Status == status.StatusUninstalled
}

var between = regexp.MustCompile(`(?m)^---\s*$`)

// A chart whose templates are the documents, numbered in their order: templates/01.yaml.
func chartOf(manifests string) *chart.Chart {
	made := &chart.Chart{Metadata: &chart.Metadata{APIVersion: "v2", Name: "app", Version: "0.1.0", Type: "application"}}
	for _, text := range between.Split(manifests, -1) {
		if strings.TrimSpace(text) == "" {
			continue
		}
		file := fmt.Sprintf("templates/%02d.yaml", len(made.Templates)+1)
		made.Templates = append(made.Templates, &common.File{Name: file, Data: []byte(literal(text))})
	}
	return made
}

// A text as a template that renders to it.
func literal(text string) string {
	return strings.ReplaceAll(strings.TrimLeft(text, "\n"), "{{", `{{ "{{" }}`)
}
