// Command terraform-core does what `terraform plan`, `apply` and `destroy` do, without their command line: Terraform's own core reads
// the configuration of the folder it runs in, plans and applies, and starts the program of the Kubernetes provider as
// Terraform does. It is built within a copy of Terraform's module, whose packages are internal.
//
// terraform-core plan|apply|destroy|show PROVIDER [TARGET…]: PROVIDER is the provider's program. The state is kept in
// terraform.tfstate, variables are those of the environment, TF_VAR_NAME. It prints what is planned and done and each complaint;
// `show` prints the state.
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"sort"
	"strings"

	"github.com/hashicorp/go-plugin"
	"github.com/zclconf/go-cty/cty"

	"github.com/hashicorp/terraform/internal/addrs"
	"github.com/hashicorp/terraform/internal/configs"
	"github.com/hashicorp/terraform/internal/logging"
	"github.com/hashicorp/terraform/internal/plans"
	coreplugin "github.com/hashicorp/terraform/internal/plugin"
	coreplugin6 "github.com/hashicorp/terraform/internal/plugin6"
	"github.com/hashicorp/terraform/internal/providers"
	"github.com/hashicorp/terraform/internal/states"
	"github.com/hashicorp/terraform/internal/states/statefile"
	"github.com/hashicorp/terraform/internal/terraform"
	"github.com/hashicorp/terraform/internal/tfdiags"
)

const stateFile = "terraform.tfstate"

func main() {
	if len(os.Args) < 3 {
		fmt.Fprintln(os.Stderr, "terraform-core plan|apply|destroy|show PROVIDER [TARGET…]")
		os.Exit(2)
	}
	state, serial := states.NewState(), uint64(0)
	if file, err := os.Open(stateFile); err == nil {
		read, err := statefile.Read(file)
		file.Close()
		check(err)
		state, serial = read.State, read.Serial
	}
	if os.Args[1] == "show" {
		show(state)
		return
	}
	after, isWrong := run(os.Args[1], os.Args[2], os.Args[3:], state)
	plugin.CleanupClients()
	if after != nil {
		file, err := os.Create(stateFile)
		check(err)
		check(statefile.Write(statefile.New(after, "recorded", serial+1), file))
		check(file.Close())
	}
	if isWrong {
		os.Exit(1)
	}
}

// Plans and, where asked to, applies; returns the new state, where there is one, and whether anything went wrong.
func run(verb, provider string, targets []string, state *states.State) (*states.State, bool) {
	module, found := configs.NewParser(nil).LoadConfigDir(".")
	if found.HasErrors() {
		check(found)
	}
	config, found := configs.BuildConfig(module, configs.DisabledModuleWalker, nil)
	if found.HasErrors() {
		check(found)
	}
	core, diags := terraform.NewContext(&terraform.ContextOpts{
		// What is done at the same time would be in an order of chance.
		Parallelism: 1,
		Providers: map[addrs.Provider]providers.Factory{addrs.NewDefaultProvider("kubernetes"): func() (providers.Interface, error) {
			return started(provider)
		}},
	})
	if complain(diags) {
		return nil, true
	}
	options := &terraform.PlanOpts{Mode: plans.NormalMode, SetVariables: variables(module)}
	if verb == "destroy" {
		options.Mode = plans.DestroyMode
	}
	for _, each := range targets {
		target, diags := addrs.ParseTargetStr(each)
		if complain(diags) {
			return nil, true
		}
		options.Targets = append(options.Targets, target.Subject)
	}
	plan, diags := core.Plan(config, state, options)
	isWrong := complain(diags)
	if plan == nil || plan.Changes == nil {
		return nil, true
	}
	var lines []string
	for _, each := range plan.DriftedResources {
		lines = append(lines, fmt.Sprintf("drift %s %s", each.Action, each.Addr))
	}
	for _, each := range plan.Changes.Resources {
		lines = append(lines, fmt.Sprintf("plan %s %s", each.Action, each.Addr))
	}
	sort.Strings(lines)
	fmt.Println(strings.Join(lines, "\n"))
	if isWrong || verb == "plan" {
		return nil, isWrong
	}
	if !plan.Applyable {
		fmt.Println("nothing to apply")
		return plan.PriorState, false
	}
	after, diags := core.Apply(plan, config, nil)
	return after, complain(diags)
}

// Starts the provider's program as Terraform does. Upstream: internal/command/meta_providers.go providerFactory.
func started(program string) (providers.Interface, error) {
	client := plugin.NewClient(&plugin.ClientConfig{
		HandshakeConfig:  coreplugin.Handshake,
		Logger:           logging.NewProviderLogger(""),
		AllowedProtocols: []plugin.Protocol{plugin.ProtocolGRPC},
		Managed:          true,
		Cmd:              exec.Command(program),
		AutoMTLS:         true,
		VersionedPlugins: map[int]plugin.PluginSet{
			5: {coreplugin.ProviderPluginName: &coreplugin.GRPCProviderPlugin{}},
			6: {coreplugin.ProviderPluginName: &coreplugin6.GRPCProviderPlugin{}},
		},
	})
	connection, err := client.Client()
	if err != nil {
		return nil, err
	}
	raw, err := connection.Dispense(coreplugin.ProviderPluginName)
	if err != nil {
		return nil, err
	}
	address := addrs.NewDefaultProvider("kubernetes")
	switch provider := raw.(type) {
	case *coreplugin.GRPCProvider:
		provider.PluginClient, provider.Addr = client, address
		return provider, nil
	case *coreplugin6.GRPCProvider:
		provider.PluginClient, provider.Addr = client, address
		return provider, nil
	}
	return nil, fmt.Errorf("the provider speaks another protocol")
}

func variables(module *configs.Module) terraform.InputValues {
	values := terraform.InputValues{}
	for name := range module.Variables {
		value := cty.NilVal
		if text, ok := os.LookupEnv("TF_VAR_" + name); ok {
			value = cty.StringVal(text)
		}
		values[name] = &terraform.InputValue{Value: value, SourceType: terraform.ValueFromEnvVar}
	}
	return values
}

// Prints complaints in an order of their own, and says whether one is an error.
func complain(diags tfdiags.Diagnostics) bool {
	var texts []string
	for _, each := range diags {
		described, severity := each.Description(), "Warning"
		if each.Severity() == tfdiags.Error {
			severity = "Error"
		}
		texts = append(texts, strings.TrimSpace(severity+": "+described.Summary+"\n"+described.Address+"\n"+described.Detail))
	}
	sort.Strings(texts)
	for _, each := range texts {
		fmt.Println(each)
	}
	return diags.HasErrors()
}

// Prints the attributes of all resources, and the outputs.
func show(state *states.State) {
	var lines []string
	for _, module := range state.Modules {
		for _, resource := range module.Resources {
			for key, instance := range resource.Instances {
				if instance.Current == nil {
					continue
				}
				var attributes any
				_ = json.Unmarshal(instance.Current.AttrsJSON, &attributes)
				text, _ := json.MarshalIndent(attributes, "", " ")
				lines = append(lines, fmt.Sprintf("%s %s", resource.Addr.Instance(key), text))
			}
		}
	}
	for name, value := range state.RootOutputValues {
		lines = append(lines, fmt.Sprintf("%s %#v", name, value.Value))
	}
	sort.Strings(lines)
	fmt.Println(strings.Join(lines, "\n"))
}

func check(err error) {
	if err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
}
