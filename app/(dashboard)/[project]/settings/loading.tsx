import { ListSkeleton } from '@/components/ui/skeleton'

export default function Loading() {
  return (
    <div className="max-w-2xl">
      <ListSkeleton rows={4} label="Loading the settings" />
    </div>
  )
}
