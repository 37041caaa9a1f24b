'use client'

import { CircleCheck, CircleMinus, CircleX, FilePen, type LucideIcon, RotateCcw } from 'lucide-react'
import Link from 'next/link'
import { ErrorNote } from '@/components/errors/error-note'
import { Time } from '@/components/time/zone'
import { Button } from '@/components/ui/button'
import { classes } from '@/components/ui/classes'
import { ShowMore } from '@/components/ui/data/show-more'
import { Skeleton } from '@/components/ui/skeleton'
import type { Automation, AutomationRun } from '@/lib/automations/resource-contract'
import { useRunNow, useRuns } from './use-automations'

const looks: Record<AutomationRun['outcome'], { label: string; Icon: LucideIcon; tone: string }> = {
  scheduled: { label: 'Scheduled', Icon: CircleCheck, tone: 'text-good' },
  draft: { label: 'Draft', Icon: FilePen, tone: 'text-info' },
  skipped: { label: 'Skipped', Icon: CircleMinus, tone: 'text-quiet' },
  failed: { label: 'Failed', Icon: CircleX, tone: 'text-bad' },
}

/** Each run with the story it made, or why it made none. */
export function RunLog({ automation, mayWrite }: { automation: Automation; mayWrite: boolean }) {
  const query = useRuns(automation)
  const repeat = useRunNow(automation)
  const runs = query.data?.pages.flatMap((page) => page.runs) ?? []
  return (
    <section aria-labelledby="runs" className="pt-8">
      <h2 id="runs" className="pb-3 font-semibold">
        Runs
      </h2>
      {repeat.error && (
        <div className="mb-3">
          <ErrorNote error={repeat.error} title="The run was not repeated" />
        </div>
      )}
      {query.error ? (
        <ErrorNote isReading error={query.error} title="The runs could not be loaded" />
      ) : query.isPending ? (
        <Skeleton className="h-28 w-full" />
      ) : runs.length === 0 ? (
        <p className="panel px-4 py-6 text-center text-ink-soft">
          {automation.active ? 'No runs yet. New triggers are handled within a minute or two.' : 'No runs yet.'}
        </p>
      ) : (
        <ul className="panel divide-y divide-line">
          {runs.map((run) => (
            <Run
              key={run.id}
              run={run}
              projectId={automation.project_id}
              isBusy={repeat.isPending && repeat.variables === run.id}
              {...(mayWrite ? { onRepeat: () => repeat.mutate(run.id) } : {})}
            />
          ))}
        </ul>
      )}
      <ShowMore query={query} className="pt-3" />
    </section>
  )
}

type RunProps = { run: AutomationRun; projectId: string; isBusy: boolean; onRepeat?: () => void }

function Run({ run, projectId, isBusy, onRepeat }: RunProps) {
  const { subject, outcome, message, story_id, created_at } = run
  const { label, Icon, tone } = looks[outcome]
  const isRepeatable = outcome === 'failed' || outcome === 'skipped'
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2.5 text-sm">
      <span className={classes('flex w-24 shrink-0 items-center gap-1.5 font-medium', tone)}>
        <Icon aria-hidden size={16} />
        {label}
      </span>
      <div className="min-w-0 flex-1 basis-56">
        {story_id ? (
          <Link href={`/${projectId}/stories/${story_id}`} className="font-medium underline-offset-2 hover:underline">
            {subject.label}
          </Link>
        ) : (
          <span className="font-medium">{subject.label}</span>
        )}
        {message && <p className="text-ink-soft wrap-anywhere">{message}</p>}
      </div>
      <Time at={created_at} className="text-ink-soft tabular-nums" />
      {isRepeatable && onRepeat && (
        <Button
          isSmall
          isBusy={isBusy}
          icon={<RotateCcw aria-hidden size={14} />}
          aria-label={`Run again: ${subject.label}`}
          onClick={onRepeat}
        >
          Run again
        </Button>
      )}
    </li>
  )
}
