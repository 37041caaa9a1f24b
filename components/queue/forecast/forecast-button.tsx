'use client'

import { TriangleAlert } from 'lucide-react'
import Link from 'next/link'
import { useState } from 'react'
import { channelNames } from '@/components/channels/channel-names'
import { Time } from '@/components/time/zone'
import { Button } from '@/components/ui/button'
import { classes } from '@/components/ui/classes'
import { Popover } from '@/components/ui/overlays/popover'
import type { ForecastIssue } from '@/lib/queue-forecast/contract'
import { useForecast } from './use-forecast'

/** How many scheduled posts will or may fail, and why. Hidden if there are none. */
export function ForecastButton({ projectId }: { projectId: string }) {
  const issues = useForecast(projectId)
  const [isOpen, setIsOpen] = useState(false)
  if (issues.length === 0) return null
  const posts = new Set(issues.map(({ queue_item_id }) => queue_item_id)).size
  const willFail = issues.some(({ severity }) => severity === 'error')
  return (
    <Popover
      label="Posts at risk"
      isOpen={isOpen}
      onOpenChange={setIsOpen}
      className="w-96 max-w-[calc(100vw-1.5rem)] p-1"
      trigger={
        <Button icon={<TriangleAlert aria-hidden size={16} className={willFail ? 'text-bad' : 'text-warn'} />}>
          <span>
            {posts} <span className="max-sm:sr-only">{posts === 1 ? 'post' : 'posts'} at risk</span>
          </span>
        </Button>
      }
    >
      <p className="px-2 pt-1.5 pb-1 text-sm text-ink-soft">What will or may fail in the next 14 days:</p>
      <ul className="flex max-h-96 flex-col overflow-y-auto">
        {issues.map((issue) => (
          <li key={`${issue.queue_item_id} ${issue.kind}`}>
            <Link
              href={`/${projectId}/stories/${issue.story_id}`}
              className="block rounded-md px-2 py-1.5 hover:bg-hover"
              onClick={() => setIsOpen(false)}
            >
              <span className="flex justify-between gap-3">
                <span className="min-w-0 truncate font-medium">{issue.headline}</span>
                <Time at={issue.scheduled_at} style="compact" className="shrink-0 text-sm text-ink-soft" />
              </span>
              <span className="block text-sm">
                <span className={toneOf(issue)}>{channelNames[issue.channel]}:</span> {issue.message}{' '}
                <span className="text-ink-soft">{issue.remedy}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </Popover>
  )
}

const toneOf = ({ severity }: ForecastIssue): string =>
  classes('font-medium', severity === 'error' ? 'text-bad' : 'text-warn')
