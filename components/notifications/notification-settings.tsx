'use client'

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ErrorNote } from '@/components/errors/error-note'
import { notificationKeys } from '@/components/stories/query-keys'
import { CheckField } from '@/components/ui/field'
import { call } from '@/lib/api/client'
import type { AnswerTo } from '@/lib/api/operation'
import { getNotificationSettings, updateNotificationSettings } from '@/lib/openapi/operations.generated'
import { setDesktopNotifications, useDesktopNotifications } from './desktop-notifications'
import { kinds } from './notification-text'

type Settings = AnswerTo<typeof getNotificationSettings>

/** The user's alerts in this project. Each switch is saved immediately. */
export function NotificationSettings({ projectId, initial }: { projectId: string; initial: Settings }) {
  const queries = useQueryClient()
  const key = ['notification-settings', projectId]
  const { data } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => call(getNotificationSettings, { project_id: projectId }, { signal }),
    initialData: initial,
    staleTime: 60_000,
  })
  const { mutate, error } = useMutation({
    mutationFn: (muted_kinds: Settings['muted_kinds']) =>
      call(updateNotificationSettings, { project_id: projectId, muted_kinds }),
    onMutate: (muted_kinds) => {
      queries.setQueryData<Settings>(key, (before) => before && { ...before, muted_kinds })
      return { before: data }
    },
    onError: (_, __, context) => queries.setQueryData(key, context?.before),
    onSettled: () => queries.invalidateQueries({ queryKey: notificationKeys.all(projectId) }),
  })
  const choose = (kind: Settings['kinds'][number], isOn: boolean): void =>
    mutate(isOn ? data.muted_kinds.filter((other) => other !== kind) : [...data.muted_kinds, kind])
  return (
    <section aria-labelledby="alerts" className="panel flex flex-col gap-4 p-4">
      <div>
        <h2 id="alerts" className="font-semibold">
          Alerts
        </h2>
        <p className="text-sm text-ink-soft">Only for you. Alerts that are off are not listed or counted.</p>
      </div>
      {error && <ErrorNote error={error} title="Alert not saved" />}
      <div className="flex flex-col gap-2.5">
        {data.kinds.map((kind) => (
          <CheckField
            key={kind}
            label={kinds[kind].label}
            checked={!data.muted_kinds.includes(kind)}
            onChange={(event) => choose(kind, event.target.checked)}
          />
        ))}
      </div>
      <DesktopSwitch />
    </section>
  )
}

function DesktopSwitch() {
  const state = useDesktopNotifications()
  if (state === 'unsupported') return null
  return (
    <div className="border-t border-line pt-4">
      <CheckField
        label="Desktop notifications"
        hint={
          state === 'denied'
            ? 'Your browser blocks notifications from this site. Allow them in the browser’s site settings.'
            : 'While Storycast is open in a background tab or window.'
        }
        checked={state === 'on'}
        disabled={state === 'denied'}
        onChange={(event) => void setDesktopNotifications(event.target.checked)}
      />
    </div>
  )
}
