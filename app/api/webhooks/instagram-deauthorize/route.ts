import { endpoints, wire } from '@/lib/api/endpoint'
import { deauthorizeInstagram } from '@/lib/inbox/callbacks/contract'
import { deauthorizeOn } from '@/lib/inbox/callbacks/service'

export const maxDuration = 60

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints(
  wire(deauthorizeInstagram, deauthorizeOn('instagram')),
)
