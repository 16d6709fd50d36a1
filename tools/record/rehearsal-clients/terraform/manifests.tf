# What the script terraform.sh applies: kubernetes_manifest.
variable "level" {}
variable "key" {}
variable "manager" { default = null }
variable "force" { default = null }
variable "widget" { default = 0 }

resource "kubernetes_manifest" "settings" {
  manifest = {
    apiVersion = "v1"
    kind       = "ConfigMap"
    metadata   = { name = "manifest", namespace = var.namespace, labels = { level = var.level } }
    data       = { level = var.level, (var.key) = var.level }
  }
  field_manager {
    name            = var.manager
    force_conflicts = var.force
  }
}
resource "kubernetes_manifest" "web" {
  manifest = {
    apiVersion = "apps/v1"
    kind       = "Deployment"
    metadata   = { name = "manifest", namespace = var.namespace }
    spec = {
      selector = { matchLabels = { app = "manifest" } }
      template = {
        metadata = { labels = { app = "manifest" } }
        spec = { containers = [{
          name  = "web"
          image = "nginx:${var.level}"
          ports = [{ containerPort = 80 }]
          env   = [{ name = "LEVEL", value = var.level }, { name = var.key, value = "1" }]
        }] }
      }
    }
  }
  computed_fields = ["metadata.labels", "metadata.annotations", "spec.replicas"]
}
resource "kubernetes_manifest" "web_service" {
  manifest = {
    apiVersion = "v1"
    kind       = "Service"
    metadata   = { name = "manifest", namespace = var.namespace }
    spec = {
      clusterIP = "None"
      selector  = { app = "manifest" }
      ports     = [{ name = "http", port = 80, targetPort = "http" }, { name = var.key, port = 90 }]
    }
  }
}
resource "kubernetes_manifest" "definition" {
  manifest = {
    apiVersion = "apiextensions.k8s.io/v1"
    kind       = "CustomResourceDefinition"
    metadata   = { name = "widgets.terraform.example.com" }
    spec = {
      group = "terraform.example.com"
      scope = "Namespaced"
      names = { kind = "Widget", plural = "widgets" }
      versions = [{
        name    = "v1"
        served  = true
        storage = true
        schema = { openAPIV3Schema = {
          type = "object"
          properties = { spec = {
            type = "object"
            properties = {
              size  = { type = "integer", maximum = 9 }
              shape = { type = "string", default = "round" }
            }
          } }
        } }
      }]
    }
  }
}
resource "kubernetes_manifest" "widget" {
  count = var.widget > 0 ? 1 : 0
  manifest = {
    apiVersion = "terraform.example.com/v1"
    kind       = "Widget"
    metadata   = { name = "one", namespace = var.namespace }
    spec       = { size = var.widget }
  }
}
