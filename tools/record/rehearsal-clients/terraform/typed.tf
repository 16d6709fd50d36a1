# What the script terraform.sh applies: typed resources.
terraform {
  required_providers {
    kubernetes = { source = "hashicorp/kubernetes" }
  }
}
provider "kubernetes" {}
variable "namespace" {}
variable "number" {}
variable "word" {}
resource "kubernetes_namespace_v1" "own" {
  metadata {
    name   = var.namespace
    labels = { team = var.word }
  }
}
locals {
  ns = kubernetes_namespace_v1.own.metadata[0].name
}
resource "kubernetes_config_map_v1" "settings" {
  metadata {
    name        = "settings"
    namespace   = local.ns
    labels      = { team = var.word }
    annotations = { note = var.word }
  }
  data        = { level = var.word, "file.txt" = "one\ntwo\n" }
  binary_data = { bytes = "AAEC" }
}
resource "kubernetes_secret_v1" "token" {
  metadata {
    name      = "token"
    namespace = local.ns
  }
  data = { key = "value-${var.word}" }
}
resource "kubernetes_service_account_v1" "robot" {
  metadata {
    name      = "robot"
    namespace = local.ns
  }
  automount_service_account_token = false
}
resource "kubernetes_role_v1" "reader" {
  metadata {
    name      = "reader"
    namespace = local.ns
  }
  rule {
    api_groups = [""]
    resources  = ["pods", var.word]
    verbs      = ["get", "list"]
  }
}
resource "kubernetes_role_binding_v1" "reader" {
  metadata {
    name      = "reader"
    namespace = local.ns
  }
  role_ref {
    api_group = "rbac.authorization.k8s.io"
    kind      = "Role"
    name      = kubernetes_role_v1.reader.metadata[0].name
  }
  subject {
    kind      = "ServiceAccount"
    name      = kubernetes_service_account_v1.robot.metadata[0].name
    namespace = local.ns
  }
}
resource "kubernetes_persistent_volume_claim_v1" "data" {
  metadata {
    name      = "data"
    namespace = local.ns
  }
  spec {
    access_modes = ["ReadWriteOnce"]
    resources {
      requests = { storage = "1Gi" }
    }
  }
  wait_until_bound = false
}
resource "kubernetes_service_v1" "web" {
  metadata {
    name      = "web"
    namespace = local.ns
  }
  spec {
    cluster_ip = "None"
    selector   = { app = "web" }
    port {
      name        = "http"
      port        = 80 + var.number
      target_port = 8080
    }
  }
}
resource "kubernetes_deployment_v1" "web" {
  metadata {
    name      = "web"
    namespace = local.ns
    labels    = { app = "web" }
  }
  spec {
    replicas = var.number
    selector {
      match_labels = { app = "web" }
    }
    template {
      metadata {
        labels = { app = "web" }
      }
      spec {
        service_account_name = kubernetes_service_account_v1.robot.metadata[0].name
        container {
          name  = "web"
          image = "nginx:1.2${var.number}"
          env {
            name  = "LEVEL"
            value = var.word
          }
          env {
            name = "KEY"
            value_from {
              secret_key_ref {
                name = kubernetes_secret_v1.token.metadata[0].name
                key  = "key"
              }
            }
          }
          port {
            container_port = 8080
          }
          resources {
            limits   = { cpu = "0.5", memory = "128Mi" }
            requests = { cpu = "100m" }
          }
          liveness_probe {
            http_get {
              path = "/"
              port = 8080
            }
          }
          volume_mount {
            name       = "settings"
            mount_path = "/settings"
          }
        }
        volume {
          name = "settings"
          config_map {
            name = kubernetes_config_map_v1.settings.metadata[0].name
          }
        }
      }
    }
  }
  wait_for_rollout = false
}
resource "kubernetes_stateful_set_v1" "store" {
  metadata {
    name      = "store"
    namespace = local.ns
  }
  spec {
    service_name = kubernetes_service_v1.web.metadata[0].name
    replicas     = var.number
    selector {
      match_labels = { app = "store" }
    }
    template {
      metadata {
        labels = { app = "store" }
      }
      spec {
        container {
          name  = "store"
          image = "redis:${var.number}"
        }
      }
    }
    volume_claim_template {
      metadata {
        name = "data"
      }
      spec {
        access_modes = ["ReadWriteOnce"]
        resources {
          requests = { storage = "1Gi" }
        }
      }
    }
  }
  wait_for_rollout = false
}
resource "kubernetes_daemon_set_v1" "agent" {
  metadata {
    name      = "agent"
    namespace = local.ns
  }
  spec {
    selector {
      match_labels = { app = "agent" }
    }
    template {
      metadata {
        labels = { app = "agent" }
      }
      spec {
        toleration {
          operator = "Exists"
        }
        container {
          name  = "agent"
          image = "agent:${var.number}"
        }
      }
    }
  }
  wait_for_rollout = false
}
resource "kubernetes_job_v1" "once" {
  metadata {
    name      = "once"
    namespace = local.ns
  }
  spec {
    backoff_limit = var.number
    template {
      metadata {}
      spec {
        container {
          name    = "once"
          image   = "busybox"
          command = ["true"]
        }
        restart_policy = "Never"
      }
    }
  }
  wait_for_completion = false
  lifecycle {
    ignore_changes = [spec[0].backoff_limit]
  }
}
resource "kubernetes_cron_job_v1" "often" {
  metadata {
    name      = "often"
    namespace = local.ns
  }
  spec {
    schedule = "*/${var.number} * * * *"
    job_template {
      metadata {}
      spec {
        template {
          metadata {}
          spec {
            container {
              name  = "often"
              image = "busybox"
            }
          }
        }
      }
    }
  }
}
resource "kubernetes_ingress_v1" "web" {
  metadata {
    name      = "web"
    namespace = local.ns
  }
  spec {
    rule {
      host = "${var.word}.example.com"
      http {
        path {
          path = "/"
          backend {
            service {
              name = kubernetes_service_v1.web.metadata[0].name
              port {
                name = "http"
              }
            }
          }
        }
      }
    }
  }
}
resource "kubernetes_horizontal_pod_autoscaler_v2" "web" {
  metadata {
    name      = "web"
    namespace = local.ns
  }
  spec {
    min_replicas = var.number
    max_replicas = 9
    scale_target_ref {
      api_version = "apps/v1"
      kind        = "Deployment"
      name        = kubernetes_deployment_v1.web.metadata[0].name
    }
    metric {
      type = "Resource"
      resource {
        name = "cpu"
        target {
          type                = "Utilization"
          average_utilization = 50 + var.number
        }
      }
    }
  }
}
resource "kubernetes_pod_disruption_budget_v1" "web" {
  metadata {
    name      = "web"
    namespace = local.ns
  }
  spec {
    max_unavailable = "2${var.number}%"
    selector {
      match_labels = { app = "web" }
    }
  }
}
resource "kubernetes_limit_range_v1" "few" {
  metadata {
    name      = "few"
    namespace = local.ns
  }
  spec {
    limit {
      type    = "Container"
      default = { cpu = var.number }
    }
  }
}
resource "kubernetes_network_policy_v1" "web" {
  metadata {
    name      = "web"
    namespace = local.ns
  }
  spec {
    pod_selector {
      match_labels = { app = "web" }
    }
    ingress {
      ports {
        port = 8080 + var.number
      }
    }
    policy_types = ["Ingress"]
  }
}
