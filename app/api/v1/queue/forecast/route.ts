import { endpoints, wire } from '@/lib/api/endpoint'
import * as contract from '@/lib/queue-forecast/contract'
import { getQueueForecast } from '@/lib/queue-forecast/service'

export const maxDuration = 60

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints(wire(contract.getQueueForecast, getQueueForecast))
