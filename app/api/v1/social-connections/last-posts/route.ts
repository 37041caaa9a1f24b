import { endpoints, wire } from '@/lib/api/endpoint'
import { listLastPosts } from '@/lib/connections/last-posts'
import { listLastPosts as contract } from '@/lib/connections/last-posts-contract'

export const maxDuration = 60

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints(wire(contract, listLastPosts))
