import { endpoints, wire } from '@/lib/api/endpoint'
import * as contract from '@/lib/captions/corpus/contract'
import * as corpus from '@/lib/captions/corpus/service'

export const maxDuration = 60

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints(
  wire(contract.getCorpusCaption, corpus.get),
  wire(contract.updateCorpusCaption, corpus.update),
  wire(contract.deleteCorpusCaption, corpus.remove),
)
