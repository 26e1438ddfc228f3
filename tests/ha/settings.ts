import path from 'node:path'
import type { Node } from './cluster.ts'

/** Each of them is in docs/operating.md, with its reason. */
const DYNAMIC = {
  ttl: 20,
  loop_wait: 5,
  retry_timeout: 7,
  maximum_lag_on_failover: 1_048_576,
  // A standby takes over at once; recovery after a crash may take longer.
  primary_start_timeout: 0,
  synchronous_mode: true,
  synchronous_mode_strict: true,
  postgresql: {
    use_pg_rewind: true,
    use_slots: true,
    parameters: {
      max_connections: 100,
      // Larger than what a node misses while it is away, up to which it needs no new copy.
      wal_keep_size: '128MB',
      max_wal_size: '256MB',
      wal_log_hints: 'on',
      // A walsender whose standby is gone ends; so does a receiver without its primary.
      wal_sender_timeout: '10s',
      wal_receiver_timeout: '10s',
      // Until a standby is back, nothing is acknowledged.
      wal_retrieve_retry_interval: '1s',
    },
  },
}

/** The settings of a node's Patroni. JSON is YAML. */
export function patroniConfig({ name, folder, data, ports, inner }: Node, bin: string): string {
  const account = { username: 'app' }
  return JSON.stringify(
    {
      scope: 'saleroom',
      name,
      restapi: {
        listen: `127.0.0.1:${ports.rest}`,
        connect_address: `127.0.0.1:${inner.rest.port}`,
      },
      // It would connect to the address that etcd gives, past the link.
      etcd3: { host: `127.0.0.1:${inner.etcd.port}`, use_proxies: true },
      bootstrap: {
        dcs: DYNAMIC,
        initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }, 'data-checksums'],
      },
      postgresql: {
        listen: `127.0.0.1:${ports.postgres}`,
        connect_address: `127.0.0.1:${inner.postgres.port}`,
        data_dir: data,
        bin_dir: bin,
        pgpass: path.join(folder, 'pgpass'),
        authentication: { superuser: account, replication: account, rewind: account },
        pg_hba: [
          'local all all trust',
          'host all all 127.0.0.1/32 trust',
          'host replication all 127.0.0.1/32 trust',
        ],
        parameters: { unix_socket_directories: folder },
        // A primary that comes back may have what the new one lacks, and is made a copy of it.
        remove_data_directory_on_rewind_failure: true,
      },
    },
    null,
    2,
  )
}

/** HAProxy in front of the databases and of the API's processes. */
export function haproxyConfig(
  nodes: readonly Node[],
  ports: { primary: number; replica: number; api: number },
  apiPorts: readonly number[],
): string {
  const databases = nodes.map(
    ({ name, outer }) =>
      `  server ${name} 127.0.0.1:${outer.postgres.port} check port ${outer.rest.port}`,
  )
  const apis = apiPorts.map((port, at) => `  server api${at + 1} 127.0.0.1:${port} check`)
  const section = (name: string, port: number, check: string) => [
    `listen ${name}`,
    '  mode tcp',
    `  bind 127.0.0.1:${port}`,
    `  option httpchk OPTIONS ${check}`,
    '  http-check expect status 200',
    '  default-server inter 1s fall 2 rise 1 on-marked-down shutdown-sessions',
    ...databases,
  ]
  return [
    'defaults',
    '  timeout connect 2s',
    '  timeout check 2s',
    '  timeout client 630s',
    '  timeout server 630s',
    ...section('primary', ports.primary, '/primary'),
    // Only it has everything that was acknowledged, also while there is no primary.
    ...section('replica', ports.replica, '/sync'),
    'listen api',
    '  mode http',
    `  bind 127.0.0.1:${ports.api}`,
    '  balance leastconn',
    '  option redispatch 1',
    '  retry-on conn-failure empty-response',
    '  http-request disable-l7-retry unless METH_GET',
    '  option httpchk GET /v1/health',
    '  default-server inter 1s',
    ...apis,
    '',
  ].join('\n')
}
