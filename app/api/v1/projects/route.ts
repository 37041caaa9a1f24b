import { endpoints, wire } from '@/lib/api/endpoint'
import { createProject, listProjects } from '@/lib/projects/contract'
import { create, list } from '@/lib/projects/service'

export const maxDuration = 60

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints(
  wire(listProjects, list),
  wire(createProject, create),
)
