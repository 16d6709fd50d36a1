// Command pulumi-core does what `pulumi preview`, `up`, `refresh` and `destroy` do, without their command line: Pulumi's own engine
// compares the resources of a file with its state, and asks the program of the Kubernetes provider, which it starts as Pulumi
// does. It is built within a copy of the provider's module, whose go.mod names the engine.
//
// pulumi-core preview|up|refresh|destroy|show PROVIDER: PROVIDER is the provider's program. program.yaml of the folder it runs in has the
// configuration and a list of resources, registered one after the other, as a program in one of Pulumi's languages does;
// ${NAME} is a variable of the environment. The state is kept in state.json. It prints what is planned and done, and each message;
// `show` prints the state.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"sort"
	"strings"

	"github.com/blang/semver"
	"sigs.k8s.io/yaml"

	"github.com/pulumi/pulumi/pkg/v3/display"
	"github.com/pulumi/pulumi/pkg/v3/engine"
	"github.com/pulumi/pulumi/pkg/v3/resource/deploy"
	"github.com/pulumi/pulumi/pkg/v3/resource/deploy/deploytest"
	"github.com/pulumi/pulumi/pkg/v3/resource/stack"
	"github.com/pulumi/pulumi/pkg/v3/secrets/b64"
	"github.com/pulumi/pulumi/pkg/v3/util/cancel"
	"github.com/pulumi/pulumi/sdk/v3/go/common/apitype"
	"github.com/pulumi/pulumi/sdk/v3/go/common/diag"
	"github.com/pulumi/pulumi/sdk/v3/go/common/diag/colors"
	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"
	"github.com/pulumi/pulumi/sdk/v3/go/common/resource/config"
	"github.com/pulumi/pulumi/sdk/v3/go/common/resource/plugin"
	"github.com/pulumi/pulumi/sdk/v3/go/common/tokens"
	"github.com/pulumi/pulumi/sdk/v3/go/common/workspace"
)

const stateFile = "state.json"

var version = semver.MustParse("4.25.0")

// A resource as a program of Pulumi registers it, or reads it where an identifier is given to read.
type registered struct {
	Name, Type, Read string
	Properties       map[string]any
	Options          struct {
		Import                                       string
		IgnoreChanges, ReplaceOnChanges              []string
		Protect, RetainOnDelete, DeleteBeforeReplace *bool
	}
}

type program struct {
	Config    map[string]string
	Resources []registered
}

func main() {
	if len(os.Args) != 3 {
		fmt.Fprintln(os.Stderr, "pulumi-core preview|up|refresh|destroy|show PROVIDER")
		os.Exit(2)
	}
	state := kept()
	if os.Args[1] == "show" {
		show(state)
		return
	}
	text, err := os.ReadFile("program.yaml")
	check(err)
	var asked program
	check(yaml.UnmarshalStrict([]byte(os.ExpandEnv(string(text))), &asked))
	after, err := run(os.Args[1], os.Args[2], asked, state)
	keep(after)
	check(err)
}

// Previews and, where asked to, does it; returns the new state.
func run(verb, provider string, asked program, state *deploy.Snapshot) (*deploy.Snapshot, error) {
	operation := engine.Update
	switch verb {
	case "refresh":
		operation = engine.Refresh
	case "destroy":
		operation = engine.Destroy
	}
	if _, err := step(operation, provider, asked, state, true); err != nil || verb == "preview" {
		return state, err
	}
	// A preview writes into what it is given.
	state = kept()
	return step(operation, provider, asked, state, false)
}

type operation func(engine.UpdateInfo, *engine.Context, engine.UpdateOptions, bool) (*deploy.Plan, display.ResourceChanges, error)

func step(do operation, path string, asked program, state *deploy.Snapshot, isPreview bool) (*deploy.Snapshot, error) {
	settings := config.Map{}
	for name, value := range asked.Config {
		key, err := config.ParseKey(name)
		check(err)
		settings[key] = config.NewValue(value)
	}
	silent := diag.DefaultSink(io.Discard, io.Discard, diag.FormatOptions{Color: colors.Never})
	messages := diag.DefaultSink(os.Stdout, os.Stdout, diag.FormatOptions{Color: colors.Never})
	if isPreview {
		messages = silent
	}
	here, err := os.Getwd()
	check(err)
	language := deploytest.NewLanguageRuntime(asked.register, workspace.PackageDescriptor{
		PluginDescriptor: workspace.PluginDescriptor{Name: "kubernetes", Kind: apitype.ResourcePlugin, Version: &version},
	})
	host := deploytest.NewPluginHost(messages, silent, language,
		deploytest.NewProviderLoaderWithHost("kubernetes", version, func(host plugin.Host) (plugin.Provider, error) {
			started, err := plugin.NewContext(context.Background(), silent, silent, host, nil, here, nil, false, nil)
			if err != nil {
				return nil, err
			}
			return plugin.NewProviderFromPath(host, started, "kubernetes", path)
		}))
	defer host.Close()
	events := make(chan engine.Event)
	printed := make(chan bool)
	go func() {
		for each := range events {
			tell(each, isPreview)
		}
		close(printed)
	}()
	journal := engine.NewTestJournal()
	stopped, _ := cancel.NewContext(context.Background())
	project := workspace.Project{Name: "shop", Runtime: workspace.NewProjectRuntimeInfo("recorded", nil)}
	target := deploy.Target{Name: tokens.MustParseStackName("prod"), Config: settings, Decrypter: config.NopDecrypter, Snapshot: state}
	_, _, err = do(
		engine.UpdateInfo{Root: here, Project: &project, Target: &target},
		&engine.Context{
			Cancel: stopped, Events: events, SnapshotManager: journal, BackendClient: &deploytest.BackendClient{}, PluginManager: installed{},
		},
		// What is done at the same time would be in an order of chance.
		engine.UpdateOptions{Host: host, Parallel: 1}, isPreview)
	close(events)
	<-printed
	if closed := journal.Close(); err == nil {
		err = closed
	}
	if isPreview {
		return state, err
	}
	after, wrong := journal.Snap(state)
	if err == nil {
		err = wrong
	}
	return after, err
}

// Registers the resources, as what a program of Pulumi's languages runs does; kinds and versions are those of their types.
func (p program) register(_ plugin.RunInfo, monitor *deploytest.ResourceMonitor) error {
	for _, each := range p.Resources {
		inputs := resource.NewPropertyMapFromMap(each.Properties)
		parts := strings.SplitN(each.Type, ":", 3)
		inputs["apiVersion"] = resource.NewStringProperty(strings.TrimPrefix(parts[1], "core/"))
		inputs["kind"] = resource.NewStringProperty(strings.TrimSuffix(parts[2], "Patch"))
		if each.Read != "" {
			_, _, err := monitor.ReadResource(tokens.Type(each.Type), each.Name, resource.ID(each.Read), "", nil, "", version.String(), "", nil, "", "")
			if err != nil {
				return err
			}
			continue
		}
		options := deploytest.ResourceOptions{
			Inputs: inputs, Version: version.String(), ImportID: resource.ID(each.Options.Import),
			IgnoreChanges: each.Options.IgnoreChanges, ReplaceOnChanges: each.Options.ReplaceOnChanges,
			Protect: each.Options.Protect, RetainOnDelete: each.Options.RetainOnDelete, DeleteBeforeReplace: each.Options.DeleteBeforeReplace,
		}
		if parts[2] == "Secret" {
			options.AdditionalSecretOutputs = []resource.PropertyKey{"data", "stringData"}
		}
		if _, err := monitor.RegisterResource(tokens.Type(each.Type), each.Name, true, options); err != nil {
			return err
		}
	}
	return nil
}

// Prints what is planned, what is done, and messages.
func tell(event engine.Event, isPreview bool) {
	word := "do"
	if isPreview {
		word = "plan"
	}
	switch payload := event.Payload().(type) {
	case engine.ResourcePreEventPayload:
		step := payload.Metadata
		if payload.Internal || step.Type.Package() == "pulumi" || step.Op == deploy.OpSame {
			return
		}
		keys := make([]string, 0, len(step.DetailedDiff))
		for key, each := range step.DetailedDiff {
			keys = append(keys, fmt.Sprintf("%s %s", each.Kind, key))
		}
		sort.Strings(keys)
		fmt.Println(strings.TrimSpace(fmt.Sprintf("%s %s %s %s %s", word, step.Op, step.Type, step.URN.Name(), strings.Join(keys, ", "))))
	case engine.DiagEventPayload:
		// A preview says what the update says again.
		if !payload.Ephemeral && payload.Severity != diag.Debug && (!isPreview || payload.Severity == diag.Error) {
			name := ""
			if payload.URN != "" {
				name = payload.URN.Name()
			}
			fmt.Printf("%s: %s %s\n", payload.Severity, name, strings.TrimSpace(colors.Never.Colorize(payload.Message)))
		}
	}
}

func kept() *deploy.Snapshot {
	text, err := os.ReadFile(stateFile)
	if os.IsNotExist(err) {
		return nil
	}
	check(err)
	var written apitype.DeploymentV3
	check(json.Unmarshal(text, &written))
	state, err := stack.DeserializeDeploymentV3(context.Background(), written, stack.Base64SecretsProvider{})
	check(err)
	return state
}

func keep(state *deploy.Snapshot) {
	if state == nil {
		return
	}
	state.SecretsManager = b64.NewBase64SecretsManager()
	written, err := stack.SerializeDeployment(context.Background(), state, false)
	check(err)
	text, err := json.Marshal(written)
	check(err)
	check(os.WriteFile(stateFile, text, 0o600))
}

// Prints what is kept of all resources but the provider.
func show(state *deploy.Snapshot) {
	if state == nil {
		return
	}
	for _, each := range state.Resources {
		if each.Type.Package() == "pulumi" {
			continue
		}
		outputs, err := json.MarshalIndent(each.Outputs.Mappable(), "", " ")
		check(err)
		fmt.Printf("%s %s %s\n%s\n", each.Type, each.URN.Name(), each.ID, outputs)
	}
}

// No plugin is looked for: the provider is started by its path.
type installed struct{ engine.PluginManager }

func (installed) HasPlugin(workspace.PluginDescriptor) bool { return true }

func (installed) HasPluginGTE(workspace.PluginDescriptor) (bool, error) { return true, nil }

func (installed) GetPluginPath(context.Context, diag.Sink, workspace.PluginDescriptor, []workspace.ProjectPlugin) (string, error) {
	return "installed", nil
}

func check(err error) {
	if err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
}
