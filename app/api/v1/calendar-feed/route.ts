import { endpoints, wire } from '@/lib/api/endpoint'
import { createCalendarFeed, deleteCalendarFeed, getCalendarFeed } from '@/lib/calendar-feeds/contract'
import { create, get, remove } from '@/lib/calendar-feeds/service'

export const maxDuration = 60

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints(
  wire(getCalendarFeed, get),
  wire(createCalendarFeed, create),
  wire(deleteCalendarFeed, remove),
)
