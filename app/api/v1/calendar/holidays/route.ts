import { endpoints, wire } from '@/lib/api/endpoint'
import { listHolidays as contract } from '@/lib/holidays/contract'
import { listHolidays } from '@/lib/holidays/service'

export const maxDuration = 60

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints(wire(contract, listHolidays))
