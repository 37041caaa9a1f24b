import { endpoints, wire } from '@/lib/api/endpoint'
import { listLastPosts as contract } from '@/lib/connections/last-posts/contract'
import { listLastPosts } from '@/lib/connections/last-posts/last-posts'

export const maxDuration = 60

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints(wire(contract, listLastPosts))
