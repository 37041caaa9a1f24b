/**
 * Ports that callers may not use. They belong to other services, which could read a request body as a command. Below
 * 1024 only 80 and 443 are allowed. Above, the ports that browsers block ("bad ports",
 * https://fetch.spec.whatwg.org/#port-blocking) and those of databases, caches, queues and admin interfaces are
 * refused (IANA service names, or the documentation of the product).
 */

const webPorts: readonly number[] = [80, 443]
const firstFreePort = 1_024

const refused: ReadonlyMap<number, string> = new Map([
  // Blocked by browsers.
  [1719, 'H.323'],
  [1720, 'H.323'],
  [1723, 'PPTP'],
  [2049, 'NFS'],
  [3659, 'Apple SASL'],
  [4045, 'NFS locks'],
  [4190, 'ManageSieve'],
  [5060, 'SIP'],
  [5061, 'SIP'],
  [6000, 'X11'],
  [6566, 'SANE'],
  [6665, 'IRC'],
  [6666, 'IRC'],
  [6667, 'IRC'],
  [6668, 'IRC'],
  [6669, 'IRC'],
  [6679, 'OSAUT'],
  [6697, 'IRC'],
  [10080, 'Amanda'],
  // Databases, caches and search.
  [1433, 'SQL Server'],
  [1434, 'SQL Server'],
  [1521, 'Oracle'],
  [3050, 'Firebird'],
  [3306, 'MySQL'],
  [5432, 'PostgreSQL'],
  [5433, 'PostgreSQL'],
  [5984, 'CouchDB'],
  [6379, 'Redis'],
  [6380, 'Redis'],
  [6432, 'PgBouncer'],
  [7474, 'Neo4j'],
  [7687, 'Neo4j'],
  [8086, 'InfluxDB'],
  [8529, 'ArangoDB'],
  [9042, 'Cassandra'],
  [9160, 'Cassandra'],
  [9200, 'Elasticsearch'],
  [9300, 'Elasticsearch'],
  [11211, 'memcached'],
  [26257, 'CockroachDB'],
  [26379, 'Redis Sentinel'],
  [27017, 'MongoDB'],
  [27018, 'MongoDB'],
  [27019, 'MongoDB'],
  [33060, 'MySQL'],
  [50000, 'Db2'],
  // Queues and coordination.
  [1883, 'MQTT'],
  [2181, 'ZooKeeper'],
  [2379, 'etcd'],
  [2380, 'etcd'],
  [4222, 'NATS'],
  [4369, 'Erlang'],
  [5671, 'AMQP'],
  [5672, 'AMQP'],
  [6650, 'Pulsar'],
  [8300, 'Consul'],
  [8301, 'Consul'],
  [8500, 'Consul'],
  [9092, 'Kafka'],
  [11300, 'beanstalkd'],
  [15672, 'RabbitMQ'],
  [25672, 'RabbitMQ'],
  [61613, 'STOMP'],
  [61616, 'ActiveMQ'],
  // Administration.
  [2375, 'Docker'],
  [2376, 'Docker'],
  [3389, 'remote desktop'],
  [5900, 'VNC'],
  [5985, 'Windows remote management'],
  [6443, 'Kubernetes'],
  [9229, 'the Node.js debugger'],
  [10250, 'Kubernetes'],
  [10255, 'Kubernetes'],
])

const remedy = 'Use 443, 80 or a web server port from 1024.'

/** Why a port is refused and what to do, or null if it is allowed. */
export function portRefusal(port: number): string | null {
  if (webPorts.includes(port)) return null
  if (port < firstFreePort) return `Port ${port} is not allowed. ${remedy}`
  const service = refused.get(port)
  return service ? `Port ${port} belongs to ${service} and is not allowed. ${remedy}` : null
}
