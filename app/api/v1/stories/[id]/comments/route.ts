import { endpoints, wire } from '@/lib/api/endpoint'
import { createStoryComment, listStoryComments } from '@/lib/story-comments/contract'
import { create, list } from '@/lib/story-comments/service'

export const maxDuration = 60

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints(
  wire(listStoryComments, list),
  wire(createStoryComment, create),
)
