import { ListSkeleton, Skeleton } from '@/components/ui/skeleton'

export default function Loading() {
  return (
    <>
      <Skeleton className="mb-6 h-12 w-52" />
      <ListSkeleton rows={4} label="Loading the tokens" />
    </>
  )
}
