import { revoke } from '@/lib/oauth/endpoints/revoke'

export const maxDuration = 60

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = revoke
