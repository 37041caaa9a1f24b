import { endpoints, wire } from '@/lib/api/endpoint'
import { seedCorpus } from '@/lib/captions/corpus/contract'
import { seed } from '@/lib/captions/corpus/service'

export const maxDuration = 60

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints(wire(seedCorpus, seed))
