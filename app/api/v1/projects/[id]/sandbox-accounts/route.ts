import { endpoints, wire } from '@/lib/api/endpoint'
import { connectSandboxAccounts } from '@/lib/sandbox-accounts/contract'
import { connectAll } from '@/lib/sandbox-accounts/service'

export const maxDuration = 60

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints(wire(connectSandboxAccounts, connectAll))
