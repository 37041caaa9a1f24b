import { endpoints, wire } from '@/lib/api/endpoint'
import { createConnection, listConnections } from '@/lib/connections/contract'
import { faultsOfConnect } from '@/lib/connections/faults'
import { create, list } from '@/lib/connections/service'

export const maxDuration = 60

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints(
  wire(listConnections, list),
  // A Ghost site is asked whether it takes the key, and no transaction waits for that.
  wire(createConnection, create, { faults: faultsOfConnect, isOutside: true }),
)
