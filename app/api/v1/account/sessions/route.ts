import { endpoints, wire } from '@/lib/api/endpoint'
import { endAllSessions, listSessions } from '@/lib/sessions/contract'
import * as sessions from '@/lib/sessions/service'

export const maxDuration = 60

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints(
  wire(listSessions, sessions.list),
  wire(endAllSessions, sessions.endAll),
)
