import { Skeleton } from '@/components/ui/skeleton'

/** Same layout as the screen: title, filters and cards. */
export default function Loading() {
  return (
    <div role="status">
      <span className="sr-only">Loading moments</span>
      <Skeleton className="mb-4 h-9 w-full max-w-xl" />
      <div className="flex max-w-5xl flex-col gap-3">
        <Skeleton className="h-48" />
        <Skeleton className="h-48" />
        <Skeleton className="h-48" />
      </div>
    </div>
  )
}
