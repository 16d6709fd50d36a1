package main

import (
	"context"
	"crypto/tls"
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"time"
)

// Lets Jobs go that are deleted in the foreground, past the recorder, as the garbage collector does once their pods are gone;
// else their resource would wait for a minute.
func collectJobs(ctx context.Context, asked input) {
	client := &http.Client{Transport: &http.Transport{TLSClientConfig: &tls.Config{InsecureSkipVerify: true}}}
	ask := func(method, path, body string, answer any) {
		request, _ := http.NewRequestWithContext(ctx, method, asked.Direct+path, strings.NewReader(body))
		request.Header.Set("Authorization", "Bearer "+asked.Token)
		request.Header.Set("Content-Type", "application/merge-patch+json")
		if response, err := client.Do(request); err == nil {
			_ = json.NewDecoder(response.Body).Decode(answer)
			response.Body.Close()
		}
	}
	for ctx.Err() == nil {
		time.Sleep(300 * time.Millisecond)
		var jobs struct {
			Items []struct {
				Metadata struct {
					Name, Namespace string
					Finalizers      []string
				}
			}
		}
		ask("GET", "/apis/batch/v1/jobs", "", &jobs)
		for _, job := range jobs.Items {
			if slices.Contains(job.Metadata.Finalizers, "foregroundDeletion") {
				path := "/apis/batch/v1/namespaces/" + job.Metadata.Namespace + "/jobs/" + job.Metadata.Name
				ask("PATCH", path, `{"metadata":{"finalizers":null}}`, &struct{}{})
			}
		}
	}
}
