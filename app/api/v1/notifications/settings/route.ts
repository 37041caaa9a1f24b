import { endpoints, wire } from '@/lib/api/endpoint'
import { getNotificationSettings, updateNotificationSettings } from '@/lib/notifications/contract'
import { getSettings, updateSettings } from '@/lib/notifications/service'

export const maxDuration = 60

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints(
  wire(getNotificationSettings, getSettings),
  wire(updateNotificationSettings, updateSettings),
)
