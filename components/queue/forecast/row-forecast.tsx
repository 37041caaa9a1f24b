import { TriangleAlert } from 'lucide-react'
import Link from 'next/link'
import { useMay } from '@/components/projects/role'
import { classes } from '@/components/ui/classes'
import type { ListedQueueItem } from '@/lib/queue/contract'
import type { ForecastIssue } from '@/lib/queue-forecast/contract'
import { prefixOf, type RowWarning, rowWarnings } from './row-warnings'

type Props = { items: readonly [ListedQueueItem, ...ListedQueueItem[]]; issues: readonly ForecastIssue[] }

/** Why posts of a row will or may fail: a short sentence each, with the rest of it as a hint, and a link to fix it. */
export function RowForecast({ items, issues }: Props) {
  const [{ project_id, story_id }] = items
  const mayWrite = useMay('stories:write')
  const fixPaths = { edit: `stories/${story_id}/edit`, connect: 'connections' }
  return rowWarnings(items, issues).map((warning) => (
    <p
      key={warning.short + warning.rest}
      title={`${warning.short} ${warning.rest}`}
      className="flex items-start gap-1.5 text-sm"
    >
      <TriangleAlert aria-hidden size={14} className={classes('mt-0.5 shrink-0', toneOf(warning))} />
      <span className="line-clamp-2 min-w-0 wrap-anywhere">
        <span className={classes('font-medium', toneOf(warning))}>{prefixOf(warning, items.length)}</span>
        <span className="text-ink-soft">
          {warning.short}
          <span className="sr-only"> {warning.rest}</span>
        </span>
      </span>
      {warning.fix && mayWrite && (
        <Link
          href={`/${project_id}/${fixPaths[warning.fix]}`}
          prefetch={false}
          className="relative z-10 shrink-0 font-medium text-accent hover:underline pointer-coarse:-my-2 pointer-coarse:py-2"
        >
          {warning.fix === 'edit' ? 'Fix' : 'Connect'}
        </Link>
      )}
    </p>
  ))
}

const toneOf = ({ severity }: RowWarning): string => (severity === 'error' ? 'text-bad' : 'text-warn')
