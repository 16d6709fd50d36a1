// Command pulumi brings manifests to a server as `pulumi up` does: first the preview, then the update, one resource after the
// other. The server of Pulumi's Kubernetes provider answers in the same process; what the engine asks it is written here. It
// is built within a copy of the provider's module, of which server.go is a part there.
//
// It reads one JSON document {server, direct, token, namespace, options, manifests, state} from standard input and prints
// {"error", "state"}. Options: enableServerSideApply, enableConfigMapMutable, enableSecretMutable, enablePatchForce,
// ignoreChanges (separated by commas, for all resources) and skip-preview. What a garbage collector would do with an
// object that is deleted in the foreground is done here, past the recorder.
package main

import (
	"bytes"
	"context"
	"crypto/tls"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"strings"
	"time"

	"github.com/pulumi/pulumi-kubernetes/provider/v4/pkg/provider"
	"github.com/pulumi/pulumi/sdk/v3/go/common/diag"
	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"
	"github.com/pulumi/pulumi/sdk/v3/go/common/resource/plugin"
	"github.com/pulumi/pulumi/sdk/v3/go/common/util/rpcutil/rpcerror"
	pulumirpc "github.com/pulumi/pulumi/sdk/v3/proto/go"
	"google.golang.org/grpc"
	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/types/known/structpb"
	"k8s.io/apimachinery/pkg/util/yaml"
)

type input struct {
	Server, Direct, Token, Namespace, Manifests, State string
	Options                                            map[string]string
}

// A resource as the engine keeps it.
type kept struct {
	URN, ID         string
	Inputs, Outputs json.RawMessage
}

type silent struct{}

func (silent) Log(context.Context, diag.Severity, resource.URN, string) error       { return nil }
func (silent) LogStatus(context.Context, diag.Severity, resource.URN, string) error { return nil }
func (silent) EngineConn() *grpc.ClientConn                                         { return nil }

type run struct {
	asked    input
	provider pulumirpc.ResourceProviderServer
	state    []kept
	wanted   []resource.PropertyMap
}

func main() {
	// What is printed by others must not stand in the answer.
	out := os.Stdout
	os.Stdout = os.Stderr
	var asked input
	this := &run{}
	err := json.NewDecoder(os.Stdin).Decode(&asked)
	if err == nil {
		err = this.start(asked)
	}
	if err == nil {
		err = this.up()
	}
	var message *string
	if err != nil {
		text := err.Error()
		if converted, ok := rpcerror.FromError(err); ok && converted != nil {
			text = converted.Message()
		}
		message = &text
	}
	state, _ := json.Marshal(this.state)
	json.NewEncoder(out).Encode(map[string]any{"error": message, "state": string(state)})
}

func (r *run) start(asked input) error {
	r.asked = asked
	if asked.State != "" {
		if err := json.Unmarshal([]byte(asked.State), &r.state); err != nil {
			return err
		}
	}
	decoder := yaml.NewYAMLOrJSONDecoder(strings.NewReader(asked.Manifests), 4096)
	for {
		var object map[string]any
		if err := decoder.Decode(&object); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			return err
		}
		r.wanted = append(r.wanted, resource.NewPropertyMapFromMap(object))
	}
	server, err := provider.New(silent{}, "v4")
	if err != nil {
		return err
	}
	r.provider = server
	config := map[string]any{
		"apiVersion": "v1", "kind": "Config", "current-context": "recorded",
		"clusters": []any{map[string]any{"name": "recorded", "cluster": map[string]any{"server": asked.Server}}},
		"users":    []any{map[string]any{"name": "recorded", "user": map[string]any{"token": asked.Token}}},
		"contexts": []any{map[string]any{"name": "recorded", "context": map[string]any{"cluster": "recorded", "user": "recorded", "namespace": asked.Namespace}}},
	}
	written, _ := json.Marshal(config)
	variables := map[string]string{"kubernetes:config:kubeconfig": string(written)}
	for _, name := range []string{"enableServerSideApply", "enableConfigMapMutable", "enableSecretMutable"} {
		if value, ok := asked.Options[name]; ok {
			variables["kubernetes:config:"+name] = value
		}
	}
	if value, ok := asked.Options["enablePatchForce"]; ok {
		os.Setenv("PULUMI_K8S_ENABLE_PATCH_FORCE", value)
	}
	_, err = r.provider.Configure(context.Background(), &pulumirpc.ConfigureRequest{Variables: variables})
	return err
}

func (r *run) up() error {
	if r.asked.Options["skip-preview"] != "true" {
		if err := r.walk(true); err != nil {
			return err
		}
	}
	return r.walk(false)
}

// Goes over all resources, and over those that are not wanted any more.
func (r *run) walk(preview bool) error {
	seen := map[string]bool{}
	for _, wanted := range r.wanted {
		urn := urnOf(wanted)
		seen[urn] = true
		if err := r.bring(urn, wanted.Copy(), preview); err != nil {
			return err
		}
	}
	if preview {
		return nil
	}
	for index := len(r.state) - 1; index >= 0; index-- {
		if old := r.state[index]; !seen[old.URN] {
			if err := r.remove(old); err != nil {
				return err
			}
		}
	}
	return nil
}

func (r *run) bring(urn string, news resource.PropertyMap, preview bool) error {
	old := r.find(urn)
	ignored := r.ignored()
	if old == nil {
		inputs, err := r.check(urn, nil, news)
		if err != nil {
			return err
		}
		return r.create(urn, inputs, preview)
	}
	oldInputs := structOf(old.Inputs)
	if len(ignored) > 0 {
		before, err := plugin.UnmarshalProperties(oldInputs, plugin.MarshalOptions{SkipNulls: true})
		if err != nil {
			return err
		}
		for _, text := range ignored {
			path, err := resource.ParsePropertyPath(text)
			if err != nil {
				return err
			}
			path.Reset(before, news)
		}
	}
	inputs, err := r.check(urn, oldInputs, news)
	if err != nil {
		return err
	}
	diff, err := r.provider.Diff(context.Background(), &pulumirpc.DiffRequest{
		Id: old.ID, Urn: urn, Olds: structOf(old.Outputs), News: inputs, OldInputs: oldInputs, IgnoreChanges: ignored,
	})
	if err != nil {
		return err
	}
	switch {
	case len(diff.Replaces) > 0:
		// A name of its own is chosen anew.
		if inputs, err = r.check(urn, nil, news); err != nil {
			return err
		}
		if diff.DeleteBeforeReplace && !preview {
			if err := r.remove(*old); err != nil {
				return err
			}
		}
		return r.create(urn, inputs, preview)
	case diff.Changes == pulumirpc.DiffResponse_DIFF_SOME:
		return r.update(urn, *old, inputs, ignored, preview)
	}
	if !preview {
		r.keep(kept{urn, old.ID, textOf(inputs), old.Outputs})
	}
	return nil
}

func (r *run) check(urn string, olds *structpb.Struct, news resource.PropertyMap) (*structpb.Struct, error) {
	sent, err := plugin.MarshalProperties(news, plugin.MarshalOptions{KeepUnknowns: true, SkipNulls: true})
	if err != nil {
		return nil, err
	}
	checked, err := r.provider.Check(context.Background(), &pulumirpc.CheckRequest{Urn: urn, Olds: olds, News: sent, RandomSeed: []byte(urn)})
	if err != nil {
		return nil, err
	}
	if len(checked.Failures) > 0 {
		return nil, errors.New(checked.Failures[0].Reason)
	}
	return checked.Inputs, nil
}

func (r *run) create(urn string, inputs *structpb.Struct, preview bool) error {
	made, err := r.provider.Create(context.Background(), &pulumirpc.CreateRequest{Urn: urn, Properties: inputs, Preview: preview})
	if err == nil && !preview {
		r.keep(kept{urn, made.Id, textOf(inputs), textOf(made.Properties)})
	}
	return err
}

func (r *run) update(urn string, old kept, inputs *structpb.Struct, ignored []string, preview bool) error {
	changed, err := r.provider.Update(context.Background(), &pulumirpc.UpdateRequest{
		Id: old.ID, Urn: urn, Olds: structOf(old.Outputs), News: inputs, OldInputs: structOf(old.Inputs), IgnoreChanges: ignored, Preview: preview,
	})
	if err == nil && !preview {
		r.keep(kept{urn, old.ID, textOf(inputs), textOf(changed.Properties)})
	}
	return err
}

func (r *run) remove(old kept) error {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	go r.collect(ctx, old)
	_, err := r.provider.Delete(ctx, &pulumirpc.DeleteRequest{Id: old.ID, Urn: old.URN, Properties: structOf(old.Outputs)})
	if err != nil {
		return err
	}
	for index, each := range r.state {
		if each.URN == old.URN {
			r.state = append(r.state[:index], r.state[index+1:]...)
			break
		}
	}
	return nil
}

// Takes the finalizer away from an object that is deleted in the foreground, or that leaves its dependents, as the garbage
// collector does once it has seen to them.
func (r *run) collect(ctx context.Context, old kept) {
	var live struct {
		ApiVersion, Kind string
		Metadata         struct{ Name, Namespace string }
	}
	_ = json.Unmarshal(old.Outputs, &live)
	plural := strings.ToLower(live.Kind) + "s"
	if strings.HasSuffix(plural, "ss") {
		plural = strings.TrimSuffix(plural, "s") + "es"
	}
	base := "/apis/" + live.ApiVersion
	if !strings.Contains(live.ApiVersion, "/") {
		base = "/api/" + live.ApiVersion
	}
	if live.Metadata.Namespace != "" {
		base += "/namespaces/" + live.Metadata.Namespace
	}
	address := fmt.Sprintf("%s%s/%s/%s", r.asked.Direct, base, plural, live.Metadata.Name)
	client := &http.Client{Transport: &http.Transport{TLSClientConfig: &tls.Config{InsecureSkipVerify: true}}}
	ask := func(method, body string) []byte {
		request, _ := http.NewRequestWithContext(ctx, method, address, strings.NewReader(body))
		request.Header.Set("Authorization", "Bearer "+r.asked.Token)
		request.Header.Set("Content-Type", "application/merge-patch+json")
		response, err := client.Do(request)
		if err != nil {
			return nil
		}
		defer response.Body.Close()
		answer, _ := io.ReadAll(response.Body)
		return answer
	}
	for {
		time.Sleep(300 * time.Millisecond)
		if ctx.Err() != nil {
			return
		}
		live := ask("GET", "")
		if bytes.Contains(live, []byte(`"foregroundDeletion"`)) || bytes.Contains(live, []byte(`"finalizers":["orphan"]`)) {
			ask("PATCH", `{"metadata":{"finalizers":null}}`)
		}
	}
}

func (r *run) ignored() []string {
	if text := r.asked.Options["ignoreChanges"]; text != "" {
		return strings.Split(text, ",")
	}
	return nil
}

func (r *run) find(urn string) *kept {
	for index := range r.state {
		if r.state[index].URN == urn {
			return &r.state[index]
		}
	}
	return nil
}

func (r *run) keep(made kept) {
	if old := r.find(made.URN); old != nil {
		*old = made
		return
	}
	r.state = append(r.state, made)
}

func urnOf(object resource.PropertyMap) string {
	text := func(value resource.PropertyValue) string {
		if value.IsString() {
			return value.StringValue()
		}
		return ""
	}
	version := text(object["apiVersion"])
	if !strings.Contains(version, "/") {
		version = "core/" + version
	}
	name := ""
	if object["metadata"].IsObject() {
		name = text(object["metadata"].ObjectValue()["name"])
	}
	return fmt.Sprintf("urn:pulumi:prod::shop::kubernetes:%s:%s::%s", version, text(object["kind"]), name)
}

func structOf(text json.RawMessage) *structpb.Struct {
	value := &structpb.Struct{}
	_ = protojson.Unmarshal(text, value)
	return value
}

func textOf(value *structpb.Struct) json.RawMessage {
	text, _ := protojson.Marshal(value)
	return text
}
