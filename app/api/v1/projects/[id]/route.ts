import { endpoints, wire } from '@/lib/api/endpoint'
import { deleteProject, getProject, updateProject } from '@/lib/projects/contract'
import { get, remove, update } from '@/lib/projects/service'

export const maxDuration = 60

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints(
  wire(getProject, get),
  wire(updateProject, update),
  wire(deleteProject, remove),
)
