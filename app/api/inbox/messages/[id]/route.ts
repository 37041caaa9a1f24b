import { endpoints, wire } from '@/lib/api/endpoint'
import { deleteComment, hideComment } from '@/lib/inbox/comments/contract'
import { hide, remove } from '@/lib/inbox/comments/service'

export const maxDuration = 60

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints(
  wire(hideComment, hide),
  wire(deleteComment, remove),
)
