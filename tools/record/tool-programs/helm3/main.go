// Command helm3 runs Helm 3's own library as its program does, once, on a chart made in memory of the manifests it is given.
//
// It reads one JSON document {server, token, namespace, options, manifests} from standard input and prints {"error"}. Options, by
// the names of Helm's flags: release, force, take-ownership, rollback (a revision, 0 for the one before), history-max, and command,
// which is "upgrade --install" unless it says install or upgrade. Nothing is waited for: no controllers run where this records.
//
// What it has in common with helm4 stands in both: each is a Go module of its own, built with another major version of Helm.
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"regexp"
	"strconv"
	"strings"
	"time"

	"helm.sh/helm/v3/pkg/action"
	"helm.sh/helm/v3/pkg/chart"
	"helm.sh/helm/v3/pkg/cli"
	"helm.sh/helm/v3/pkg/kube"
	"helm.sh/helm/v3/pkg/release"
	"helm.sh/helm/v3/pkg/storage/driver"
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
	config := new(action.Configuration)
	if err := config.Init(settings.RESTClientGetter(), asked.Namespace, "secret", func(string, ...any) {}); err != nil {
		return err
	}
	name, made := asked.Options["release"], chartOf(asked.Manifests)
	if revision, asksRollback := asked.Options["rollback"]; asksRollback {
		return rollback(config, settings, name, revision, asked.Options)
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
		if err == driver.ErrReleaseNotFound || uninstalled(versions) {
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

func install(config *action.Configuration, asked input, name string, made *chart.Chart, replace bool) error {
	client := action.NewInstall(config)
	client.ReleaseName, client.Namespace, client.Replace = name, asked.Namespace, replace
	client.Timeout = 300 * time.Second
	client.Force = asked.Options["force"] == "true"
	client.TakeOwnership = asked.Options["take-ownership"] == "true"
	_, err := client.Run(made, map[string]any{})
	return err
}

func upgrade(config *action.Configuration, settings *cli.EnvSettings, asked input, name string, made *chart.Chart) error {
	client := action.NewUpgrade(config)
	client.Namespace = asked.Namespace
	client.Timeout = 300 * time.Second
	client.MaxHistory = kept(asked.Options, settings)
	client.Force = asked.Options["force"] == "true"
	client.TakeOwnership = asked.Options["take-ownership"] == "true"
	_, err := client.Run(name, made, map[string]any{})
	return err
}

func rollback(config *action.Configuration, settings *cli.EnvSettings, name, revision string, options map[string]string) error {
	client := action.NewRollback(config)
	version, err := strconv.Atoi(revision)
	if err != nil {
		return fmt.Errorf("could not convert revision to a number: %v", err)
	}
	client.Version = version
	client.Timeout = 300 * time.Second
	client.MaxHistory = kept(options, settings)
	client.Force = options["force"] == "true"
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
func uninstalled(versions []*release.Release) bool {
	return len(versions) > 0 && versions[len(versions)-1].Info.Status == release.StatusUninstalled
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
		made.Templates = append(made.Templates, &chart.File{Name: file, Data: []byte(literal(text))})
	}
	return made
}

// A text as a template that renders to it.
func literal(text string) string {
	return strings.ReplaceAll(strings.TrimLeft(text, "\n"), "{{", `{{ "{{" }}`)
}
