import { Skeleton } from '@/components/ui/skeleton'

/** Same layout as the screen: title, filters and days. */
export default function Loading() {
  return (
    <div role="status">
      <span className="sr-only">Loading activity</span>
      <Skeleton className="mb-4 h-9 w-full max-w-md" />
      <div className="flex max-w-4xl flex-col gap-5">
        <Skeleton className="h-72" />
        <Skeleton className="h-48" />
      </div>
    </div>
  )
}
