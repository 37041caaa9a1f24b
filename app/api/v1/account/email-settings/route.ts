import { endpoints, wire } from '@/lib/api/endpoint'
import { getEmailSettings, updateEmailSettings } from '@/lib/mail/settings-contract'
import { getSettings, updateSettings } from '@/lib/mail/settings-service'

export const maxDuration = 60

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints(
  wire(getEmailSettings, getSettings),
  wire(updateEmailSettings, updateSettings),
)
