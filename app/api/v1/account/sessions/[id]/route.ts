import { endpoints, wire } from '@/lib/api/endpoint'
import { endSession } from '@/lib/sessions/contract'
import * as sessions from '@/lib/sessions/service'

export const maxDuration = 60

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints(wire(endSession, sessions.end))
