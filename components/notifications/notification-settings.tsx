'use client'

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ErrorNote } from '@/components/errors/error-note'
import { CheckField } from '@/components/ui/field'
import { call } from '@/lib/api/client'
import type { AnswerTo } from '@/lib/api/operation'
import { getNotificationSettings, updateNotificationSettings } from '@/lib/api/operations.generated'
import { switchDesktop, useDesktop } from './desktop'
import { faces } from './say'
import { notificationKeys } from './use-notifications'

type Settings = AnswerTo<typeof getNotificationSettings>

/** What this person wants to hear of in this project. Each switch is stored as it is moved. */
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
    <section aria-labelledby="hear-of" className="panel flex flex-col gap-4 p-4">
      <div>
        <h2 id="hear-of" className="font-semibold">
          What you hear of
        </h2>
        <p className="text-sm text-ink-soft">For you alone. What is off is neither listed nor counted.</p>
      </div>
      {error && <ErrorNote error={error} title="That was not stored" />}
      <div className="flex flex-col gap-2.5">
        {data.kinds.map((kind) => (
          <CheckField
            key={kind}
            label={faces[kind].choice}
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
  const state = useDesktop()
  if (state === 'unknown_here') return null
  return (
    <div className="border-t border-line pt-4">
      <CheckField
        label="Also on the desktop"
        hint={
          state === 'refused'
            ? 'Your browser does not let this site show any. Allow notifications in its settings of the site.'
            : 'While Storycast is open in this browser and you look at something else.'
        }
        checked={state === 'on'}
        disabled={state === 'refused'}
        onChange={(event) => void switchDesktop(event.target.checked)}
      />
    </div>
  )
}
