import { endpoints, wire } from '@/lib/api/endpoint'
import { changeCorpusCaptions } from '@/lib/captions/corpus/contract'
import { bulk } from '@/lib/captions/corpus/service'

export const maxDuration = 60

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints(wire(changeCorpusCaptions, bulk))
