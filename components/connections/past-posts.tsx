import { CircleAlert, History } from 'lucide-react'
import Link from 'next/link'
import { Button } from '@/components/ui/button'
import type { AccountPastPosts } from '@/lib/past-posts/contract'
import { plural } from '@/lib/text/number-text'

type Props = { projectId: string; account: AccountPastPosts; onRetry: (() => void) | undefined }

/** Progress or result of the import of past posts. Nothing before the first one. */
export function PastPosts({ projectId, account: { imported_posts: count, last_import: last }, onRetry }: Props) {
  if (!last || (last.status !== 'running' && last.status !== 'failed' && count === 0 && last.imported_count > 0))
    return null
  if (last.status === 'running')
    return (
      <p role="status" className="flex gap-1.5 text-sm text-ink-soft">
        <History aria-hidden size={16} className="mt-0.5 shrink-0" />
        <span className="wrap-anywhere">
          {last.message ?? `Importing past posts… ${plural(last.read_count, 'post')} read.`}
        </span>
      </p>
    )
  if (last.status === 'failed' && last.message !== 'Stopped.')
    return (
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
        <p className="flex min-w-0 flex-1 basis-48 gap-1.5 text-warn">
          <CircleAlert aria-hidden size={16} className="mt-0.5 shrink-0" />
          <span className="wrap-anywhere">Past posts were not imported. {last.message}</span>
        </p>
        {onRetry && (
          <Button isSmall onClick={onRetry}>
            Try again<span className="sr-only"> to import past posts</span>
          </Button>
        )}
      </div>
    )
  return (
    <p className="flex gap-1.5 text-sm text-ink-soft">
      <History aria-hidden size={16} className="mt-0.5 shrink-0" />
      {count === 0 ? (
        'No past posts to import.'
      ) : (
        <span>
          {plural(count, 'past post')} imported.{' '}
          <Link href={`/${projectId}/analytics?days=90&channel=${last.channel}`} className="text-accent underline">
            Analytics
          </Link>
        </span>
      )}
    </p>
  )
}
