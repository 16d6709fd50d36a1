# What the script terraform.sh applies: parts of objects of somebody else, objects that are there already, and what is only read.
variable "part" { default = "a" }
variable "force_parts" { default = false }

resource "kubernetes_labels" "foreign" {
  api_version = "v1"
  kind        = "ConfigMap"
  metadata {
    name      = "foreign"
    namespace = var.namespace
  }
  labels = { (var.part) = "2" }
  force  = var.force_parts
}
resource "kubernetes_annotations" "foreign" {
  api_version = "apps/v1"
  kind        = "Deployment"
  metadata {
    name      = "foreign"
    namespace = var.namespace
  }
  annotations          = { (var.part) = "2" }
  template_annotations = { (var.part) = "2" }
  force                = var.force_parts
}
resource "kubernetes_config_map_v1_data" "foreign" {
  metadata {
    name      = "foreign"
    namespace = var.namespace
  }
  data  = { (var.part) = "2" }
  force = var.force_parts
}
resource "kubernetes_env" "foreign" {
  api_version = "apps/v1"
  kind        = "Deployment"
  container   = "web"
  metadata {
    name      = "foreign"
    namespace = var.namespace
  }
  env {
    name  = upper(var.part)
    value = "2"
  }
  force = var.force_parts
}
resource "kubernetes_config_map_v1" "found" {
  metadata {
    name      = "found"
    namespace = var.namespace
  }
  data = { a = "2" }
}

data "kubernetes_resource" "web" {
  api_version = "apps/v1"
  kind        = "Deployment"
  metadata {
    name      = "foreign"
    namespace = var.namespace
  }
}
data "kubernetes_resources" "all" {
  api_version    = "v1"
  kind           = "ConfigMap"
  namespace      = var.namespace
  label_selector = "level=3"
}
data "kubernetes_namespace_v1" "own" {
  metadata {
    name = var.namespace
  }
}
data "kubernetes_service_v1" "web" {
  metadata {
    name      = "web"
    namespace = var.namespace
  }
}
output "read" {
  value = [
    data.kubernetes_resource.web.object.spec.template.spec.containers,
    data.kubernetes_resources.all.objects[*].data,
    data.kubernetes_namespace_v1.own.metadata[0].labels,
    data.kubernetes_service_v1.web.spec[0].port,
  ]
}
