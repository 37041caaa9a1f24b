import { CalendarSkeleton } from '@/components/calendar/calendar-skeleton'
import { Skeleton } from '@/components/ui/skeleton'

export default function Loading() {
  return (
    <>
      <Skeleton className="mb-5 h-14 w-52" />
      <Skeleton className="mb-4 h-10 w-full" />
      <CalendarSkeleton />
    </>
  )
}
