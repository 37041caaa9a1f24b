import { endpoints, wire } from '@/lib/api/endpoint'
import * as contract from '@/lib/voice/contract'
import * as voice from '@/lib/voice/service'

export const maxDuration = 60

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints(
  wire(contract.getVoiceRules, voice.get),
  wire(contract.putVoiceRules, voice.put),
  wire(contract.deleteVoiceRules, voice.remove),
)
