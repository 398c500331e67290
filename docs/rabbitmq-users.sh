#!/bin/sh
# Users of a shared RabbitMQ server, for whoever does not want one user for everything. Run it where rabbitmqctl reaches the
# server, any number of times, with WORKER_PASSWORD and OPS_PASSWORD in the environment and, where it is not /, VHOST.
# AMQP_URL of workers is then amqp://market-worker:<password>@<host>/<vhost>, and that of ops has market-ops in its place.
# The API gets no user: it never talks to RabbitMQ.
set -eu
: "${WORKER_PASSWORD:?is required}" "${OPS_PASSWORD:?is required}"

# A password goes through standard input, because everyone on the machine may read arguments.
user() {
  if rabbitmqctl -q list_users --no-table-headers | cut -f 1 | grep -qx "$1"; then action=change_password; else action=add_user; fi
  printf '%s\n' "$2" | rabbitmqctl -q "$action" "$1"
  rabbitmqctl -q set_user_tags "$1"
  rabbitmqctl -q set_permissions -p "${VHOST:-/}" "$1" "$3" "$4" "$5"
}

# Workers declare what is named after the service, publish to it and read it, and nothing else on the server.
user market-worker "$WORKER_PASSWORD" '^(market\..*|amq\.gen.*)$' '^(market\..*|amq\.gen.*|amq\.default)$' '^(market\..*|amq\.gen.*)$'

# Ops count and read messages, and put dead letters back. They declare and delete no queue and publish no event; the queue
# that a reader of dead letters declares is its lock.
user market-ops "$OPS_PASSWORD" '^(market\..*\.dead\.reader|amq\.gen.*)$' '^(market\.asks|amq\.gen.*|amq\.default)$' '^(market\..*|amq\.gen.*)$'
