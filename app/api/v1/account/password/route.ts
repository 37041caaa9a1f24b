import { endpoints, wire } from '@/lib/api/endpoint'
import { changePassword } from '@/lib/password/contract'
import * as password from '@/lib/password/service'

export const maxDuration = 60

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints(wire(changePassword, password.change))
