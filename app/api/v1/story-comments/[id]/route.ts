import { endpoints, wire } from '@/lib/api/endpoint'
import { deleteStoryComment, editStoryComment } from '@/lib/story-comments/contract'
import { edit, remove } from '@/lib/story-comments/service'

export const maxDuration = 60

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints(
  wire(editStoryComment, edit),
  wire(deleteStoryComment, remove),
)
