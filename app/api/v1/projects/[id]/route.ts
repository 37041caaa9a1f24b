import { endpoints, wire } from '@/lib/api/endpoint'
import { remove } from '@/lib/project-deletion/service'
import { deleteProject, getProject, updateProject } from '@/lib/projects/contract'
import { get, update } from '@/lib/projects/service'

export const maxDuration = 60

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints(
  wire(getProject, get),
  wire(updateProject, update),
  wire(deleteProject, remove),
)
