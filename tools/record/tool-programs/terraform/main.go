// Command terraform brings manifests to a server as `terraform apply` does: Terraform's own core plans and applies, and the
// Kubernetes provider's own server, in the same process, answers it. It is built within a copy of Terraform's module, whose
// packages are internal.
//
// It reads one JSON document {server, direct, token, namespace, options, manifests, state} from standard input and prints {"error",
// "state"}. Options: field_manager.name, field_manager.force_conflicts, computed_fields (separated by commas), import, by
// which the configuration has an import block for each manifest, and resources, by which a manifest becomes another resource
// than a kubernetes_manifest (typed.go). The state is a state file of Terraform as text, empty at first. With the argument
// `configuration` it prints the configuration of the other resources instead, with `schemas` what packages/tools knows of
// their schemas (schema.go).
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"regexp"
	"sort"
	"strings"

	"github.com/hashicorp/terraform-plugin-go/tfprotov5"
	"github.com/hashicorp/terraform-plugin-go/tfprotov5/tf5server"
	"github.com/hashicorp/terraform-plugin-mux/tf5muxserver"
	typed "github.com/hashicorp/terraform-provider-kubernetes/kubernetes"
	manifest "github.com/hashicorp/terraform-provider-kubernetes/manifest/provider"
	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
	"k8s.io/apimachinery/pkg/util/yaml"

	"github.com/hashicorp/terraform/internal/addrs"
	"github.com/hashicorp/terraform/internal/configs"
	"github.com/hashicorp/terraform/internal/plans"
	coreplugin "github.com/hashicorp/terraform/internal/plugin"
	"github.com/hashicorp/terraform/internal/providers"
	"github.com/hashicorp/terraform/internal/states"
	"github.com/hashicorp/terraform/internal/states/statefile"
	"github.com/hashicorp/terraform/internal/terraform"
	"github.com/hashicorp/terraform/internal/tfdiags"
)

type input struct {
	Server, Direct, Token, Namespace, Manifests, State string
	Options                                            map[string]string
}

func main() {
	if len(os.Args) > 1 && os.Args[1] == "schemas" {
		printSchemas()
		return
	}
	var asked input
	err := json.NewDecoder(os.Stdin).Decode(&asked)
	if len(os.Args) > 1 && os.Args[1] == "configuration" {
		_, others, _, _ := resourcesOf(asked)
		fmt.Print(others)
		return
	}
	state, words := states.NewState(), ""
	if err == nil {
		ctx, done := context.WithCancel(context.Background())
		go collectJobs(ctx, asked)
		state, words, err = run(asked)
		done()
	}
	if err != nil {
		words = err.Error()
	}
	var message *string
	if words != "" {
		message = &words
	}
	var kept bytes.Buffer
	if state != nil {
		_ = statefile.Write(statefile.New(state, "recorded", 1), &kept)
	}
	json.NewEncoder(os.Stdout).Encode(map[string]any{"error": message, "state": kept.String()})
}

// Plans and applies; returns the new state and the words of all errors.
func run(asked input) (*states.State, string, error) {
	state := states.NewState()
	if asked.State != "" {
		file, err := statefile.Read(strings.NewReader(asked.State))
		if err != nil {
			return nil, "", err
		}
		state = file.State
	}
	config, err := configOf(asked)
	if err != nil {
		return state, "", err
	}
	core, diags := terraform.NewContext(&terraform.ContextOpts{
		Providers: map[addrs.Provider]providers.Factory{addrs.NewDefaultProvider("kubernetes"): serve},
	})
	if diags.HasErrors() {
		return state, wordsOf(diags), nil
	}
	plan, diags := core.Plan(config, state, &terraform.PlanOpts{Mode: plans.NormalMode, SetVariables: terraform.InputValues{}})
	if diags.HasErrors() {
		return state, wordsOf(diags), nil
	}
	if !plan.Applyable {
		return plan.PriorState, "", nil
	}
	state, diags = core.Apply(plan, config, nil)
	return state, wordsOf(diags), nil
}

// The errors as Terraform's program orders them, without where in the configuration they are. Those that are nowhere in the
// configuration come first, and in an order of chance: here they are sorted.
func wordsOf(diags tfdiags.Diagnostics) string {
	diags.Sort()
	var own, words []string
	for _, each := range diags {
		if each.Severity() != tfdiags.Error {
			continue
		}
		described := each.Description()
		text := strings.TrimSpace("Error: " + described.Summary + "\n\n" + described.Detail)
		if each.Source().Subject == nil {
			own = append(own, text)
		} else {
			words = append(words, text)
		}
	}
	sort.Strings(own)
	return strings.Join(append(own, words...), "\n\n")
}

// Starts a server of the provider, and returns a client to it.
func serve() (providers.Interface, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	both, err := tf5muxserver.NewMuxServer(context.Background(), manifest.Provider(), typed.Provider().GRPCProvider)
	if err != nil {
		return nil, err
	}
	server := grpc.NewServer(grpc.MaxRecvMsgSize(256<<20), grpc.MaxSendMsgSize(256<<20))
	own := &tf5server.GRPCProviderPlugin{GRPCProvider: func() tfprotov5.ProviderServer { return both.ProviderServer() }, Name: "registry.terraform.io/hashicorp/kubernetes"}
	if err := own.GRPCServer(nil, server); err != nil {
		return nil, err
	}
	go server.Serve(listener)
	connection, err := grpc.NewClient("passthrough:///"+listener.Addr().String(),
		grpc.WithTransportCredentials(insecure.NewCredentials()),
		grpc.WithDefaultCallOptions(grpc.MaxCallRecvMsgSize(256<<20), grpc.MaxCallSendMsgSize(256<<20)))
	if err != nil {
		return nil, err
	}
	client, err := (&coreplugin.GRPCProviderPlugin{}).GRPCClient(context.Background(), nil, connection)
	if err != nil {
		return nil, err
	}
	provider := client.(*coreplugin.GRPCProvider)
	provider.Addr = addrs.NewDefaultProvider("kubernetes")
	provider.TestServer = server
	return provider, nil
}

// A configuration with a resource for each manifest, in their order.
func configOf(asked input) (*configs.Config, error) {
	folder, err := os.MkdirTemp("", "configuration")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(folder)
	resources, others, imports, err := resourcesOf(asked)
	if err != nil {
		return nil, err
	}
	provider := map[string]any{"host": asked.Server, "token": asked.Token, "insecure": strings.HasPrefix(asked.Server, "https:")}
	document := map[string]any{
		"terraform": map[string]any{"required_providers": map[string]any{"kubernetes": map[string]any{"source": "hashicorp/kubernetes"}}},
		"provider":  map[string]any{"kubernetes": provider},
	}
	if len(resources) > 0 {
		document["resource"] = resources
	}
	if len(imports) > 0 {
		document["import"] = imports
	}
	written, err := json.MarshalIndent(document, "", " ")
	if err != nil {
		return nil, err
	}
	if err := os.WriteFile(filepath.Join(folder, "main.tf.json"), written, 0o600); err != nil {
		return nil, err
	}
	if err := os.WriteFile(filepath.Join(folder, "others.tf"), []byte(others), 0o600); err != nil {
		return nil, err
	}
	module, found := configs.NewParser(nil).LoadConfigDir(folder)
	if found.HasErrors() {
		return nil, found
	}
	config, found := configs.BuildConfig(module, configs.DisabledModuleWalker, nil)
	if found.HasErrors() {
		return nil, found
	}
	return config, nil
}

var notOfNames = regexp.MustCompile(`[^A-Za-z0-9]+`)

// The resources kubernetes_manifest, the text of those of other kinds, and import blocks for both.
func resourcesOf(asked input) (resources []any, others string, imports []any, err error) {
	decoder := yaml.NewYAMLOrJSONDecoder(strings.NewReader(asked.Manifests), 4096)
	for {
		var object map[string]any
		if err := decoder.Decode(&object); errors.Is(err, io.EOF) {
			return resources, others, imports, nil
		} else if err != nil {
			return nil, "", nil, err
		}
		if object == nil {
			continue
		}
		if made := resourcesFor(object, asked.Options); len(made) > 0 {
			for _, each := range made {
				others += each.text
				if asked.Options["import"] == "true" {
					imports = append(imports, map[string]any{"to": each.kind + "." + each.label, "id": each.id})
				}
			}
			continue
		}
		metadata, _ := object["metadata"].(map[string]any)
		id := fmt.Sprintf("apiVersion=%v,kind=%v", object["apiVersion"], object["kind"])
		if metadata["namespace"] != nil {
			id += fmt.Sprintf(",namespace=%v", metadata["namespace"])
		}
		id += fmt.Sprintf(",name=%v", metadata["name"])
		label := strings.ToLower(notOfNames.ReplaceAllString(fmt.Sprintf("%v_%v_%v", object["kind"], metadata["namespace"], metadata["name"]), "_"))
		body := map[string]any{"manifest": escaped(object)}
		manager := map[string]any{}
		if name, ok := asked.Options["field_manager.name"]; ok {
			manager["name"] = name
		}
		if force, ok := asked.Options["field_manager.force_conflicts"]; ok {
			manager["force_conflicts"] = force == "true"
		}
		if len(manager) > 0 {
			body["field_manager"] = manager
		}
		if computed, ok := asked.Options["computed_fields"]; ok {
			body["computed_fields"] = strings.Split(computed, ",")
		}
		resources = append(resources, map[string]any{"kubernetes_manifest": map[string]any{label: body}})
		if asked.Options["import"] == "true" {
			imports = append(imports, map[string]any{"to": "kubernetes_manifest." + label, "id": id})
		}
	}
}

// Texts of a configuration are templates.
func escaped(value any) any {
	switch value := value.(type) {
	case string:
		return strings.NewReplacer("${", "$${", "%{", "%%{").Replace(value)
	case []any:
		items := make([]any, len(value))
		for index, item := range value {
			items[index] = escaped(item)
		}
		return items
	case map[string]any:
		fields := map[string]any{}
		for key, item := range value {
			fields[escaped(key).(string)] = escaped(item)
		}
		return fields
	}
	return value
}
