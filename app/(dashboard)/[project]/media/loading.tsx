import { GridSkeleton } from '@/components/media/library/asset-grid'
import { Skeleton } from '@/components/ui/skeleton'

export default function Loading() {
  return (
    <>
      <Skeleton className="mb-6 h-12 w-52" />
      <Skeleton className="mb-4 h-16 w-full" />
      <GridSkeleton />
    </>
  )
}
