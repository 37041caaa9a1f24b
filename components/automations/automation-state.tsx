'use client'

import { Play } from 'lucide-react'
import { ErrorNote } from '@/components/errors/error-note'
import { Time } from '@/components/time/zone'
import { Button } from '@/components/ui/button'
import { PlainSwitch } from '@/components/ui/choices/switch'
import { Notice } from '@/components/ui/notice'
import { useToast } from '@/components/ui/toast'
import type { Automation } from '@/lib/automations/resource-contract'
import { useRunNow, useSetActive } from './use-automations'

/** On or off, the last problem with its repair, and a run now. */
export function AutomationState({ automation, mayWrite }: { automation: Automation; mayWrite: boolean }) {
  const setActive = useSetActive(automation.project_id)
  const runNow = useRunNow(automation)
  const toast = useToast()
  const { id, name, active, last_error, last_run_at, next_run_at, failure_count } = automation
  const isActive = setActive.isPending ? setActive.variables.active : active
  const error = setActive.error ?? runNow.error
  const hasFailed = failure_count > 0
  return (
    <div className="mb-4 flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 text-sm text-ink-soft">
        <span className="flex items-center gap-2">
          <PlainSwitch
            label={`“${name}” is on`}
            isOn={isActive}
            isDisabled={!mayWrite}
            onChange={(next) => setActive.mutate({ id, active: next })}
          />
          {isActive ? 'On' : 'Off'}
        </span>
        {last_run_at && (
          <span>
            Last run <Time at={last_run_at} />
          </span>
        )}
        {next_run_at && (
          <span>
            Next run <Time at={next_run_at} />
          </span>
        )}
        {mayWrite && (
          <Button
            isSmall
            className="ml-auto"
            icon={<Play aria-hidden size={14} />}
            isBusy={runNow.isPending}
            onClick={() =>
              runNow.mutate(undefined, {
                onSuccess: ({ run }) => run?.story_id && toast(`Made a story from “${run.subject.label}”`),
              })
            }
          >
            Run now
          </Button>
        )}
      </div>
      {last_error && (
        <Notice tone={hasFailed ? 'bad' : 'warn'} title={titleOf(automation)}>
          {last_error} {hasFailed && 'After the repair, run the failed ones again below.'}
        </Notice>
      )}
      {error && (
        <ErrorNote error={error} title={setActive.error ? 'The automation was not changed' : 'It was not run'} />
      )}
    </div>
  )
}

function titleOf({ active, failure_count }: Automation): string {
  if (failure_count === 0) return 'Last problem'
  const runs = failure_count === 1 ? 'The last run failed' : `The last ${failure_count} runs failed`
  return active ? runs : `${runs}, and the automation is off`
}
