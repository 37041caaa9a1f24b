import { token } from '@/lib/oauth/endpoints/token'

export const maxDuration = 60

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = token
