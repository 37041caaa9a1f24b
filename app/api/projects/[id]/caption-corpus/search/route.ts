import { endpoints, wire } from '@/lib/api/endpoint'
import { searchCorpusCaptions } from '@/lib/captions/corpus/contract'
import { search } from '@/lib/captions/corpus/service'

export const maxDuration = 60

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints(wire(searchCorpusCaptions, search))
