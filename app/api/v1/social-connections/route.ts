import { endpoints, wire } from '@/lib/api/endpoint'
import { createConnection, listConnections } from '@/lib/connections/contract'
import { faultsOfConnect } from '@/lib/connections/faults'
import { create, list } from '@/lib/connections/service'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints(
  wire(listConnections, list),
  wire(createConnection, create, { faults: faultsOfConnect }),
)
