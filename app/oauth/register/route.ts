import { register } from '@/lib/oauth/endpoints/register'

export const maxDuration = 60

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = register
