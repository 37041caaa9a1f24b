import { endpoints, wire } from '@/lib/api/endpoint'
import * as contract from '@/lib/connectors/contract'
import * as connectors from '@/lib/connectors/service'

export const maxDuration = 60

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints(
  wire(contract.getConnector, connectors.get),
  wire(contract.editConnector, connectors.edit),
  wire(contract.deleteConnector, connectors.remove),
)
