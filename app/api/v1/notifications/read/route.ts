import { endpoints, wire } from '@/lib/api/endpoint'
import { readNotifications } from '@/lib/notifications/contract'
import { markRead } from '@/lib/notifications/service'

export const maxDuration = 60

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints(wire(readNotifications, markRead))
