import { endpoints, wire } from '@/lib/api/endpoint'
import { createConnection, listConnections } from '@/lib/connections/contract'
import { create, list } from '@/lib/connections/service'

export const maxDuration = 60

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints(
  wire(listConnections, list),
  // Creating a connection calls the Ghost site, which must not happen inside a transaction.
  wire(createConnection, create, { isOutside: true }),
)
