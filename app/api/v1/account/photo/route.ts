import { deletePhoto, putPhoto } from '@/lib/account/photo/contract'
import { put, remove } from '@/lib/account/photo/service'
import { endpoints, wire } from '@/lib/api/endpoint'

export const maxDuration = 60

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints(wire(putPhoto, put), wire(deletePhoto, remove))
