import { protectedResource } from '@/lib/oauth/endpoints/discovery'

export const maxDuration = 60

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = protectedResource('')
