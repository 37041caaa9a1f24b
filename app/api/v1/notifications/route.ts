import { endpoints, wire } from '@/lib/api/endpoint'
import { listNotifications } from '@/lib/notifications/contract'
import { list } from '@/lib/notifications/service'

export const maxDuration = 60

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints(wire(listNotifications, list))
