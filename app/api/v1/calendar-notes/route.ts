import { endpoints, wire } from '@/lib/api/endpoint'
import * as contract from '@/lib/calendar-notes/contract'
import * as notes from '@/lib/calendar-notes/service'

export const maxDuration = 60

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints(
  wire(contract.listCalendarNotes, notes.list),
  wire(contract.createCalendarNote, notes.create),
)
