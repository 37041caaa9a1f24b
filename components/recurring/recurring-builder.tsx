'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useEffect, useRef, useState } from 'react'
import { useConnectedChannels } from '@/components/composer/checks/use-connected-channels'
import { ErrorNote } from '@/components/errors/error-note'
import { isShownByFields, issueFor } from '@/components/errors/form-issues'
import { RoleNote, useMay } from '@/components/projects/role'
import { ProblemLists } from '@/components/stories/problem-lists'
import { useZone } from '@/components/time/zone'
import { Button, ButtonLink } from '@/components/ui/button'
import { TextField } from '@/components/ui/field'
import { Notice } from '@/components/ui/notice'
import { PageHeader } from '@/components/ui/page-header'
import { useToast } from '@/components/ui/toast'
import { UnsavedChanges, useIsChanged } from '@/components/unsaved/unsaved-changes'
import { call } from '@/lib/api/client'
import type { SocialConnection } from '@/lib/connections/contract'
import { createRecurringTemplate, editRecurringTemplate } from '@/lib/openapi/operations.generated'
import { cadenceText } from '@/lib/recurring/cadence-text'
import type { RecurringTemplate } from '@/lib/recurring/contract'
import { cadenceOf, draftOf, inputOf, newDraft, type RecurringDraft } from './recurring-draft'
import { type RecurringInput, recurringKeys } from './recurring-keys'
import { ScheduleFields } from './schedule-fields'
import { SlotsPreview, useSlotsPreview } from './slots-preview'
import { StoryFields } from './story-fields'
import { TextNotes } from './text-notes'
import { usePostProblems } from './use-post-problems'
import { variableProblems } from './variable-problems'

type Props = {
  projectId: string
  /** Omit it to create one. */
  template?: RecurringTemplate
  connections: SocialConnection[]
  now: string
}

const shownPaths = [
  'name',
  'story.caption',
  'story.hashtags',
  'story.title',
  'story.content_type',
  'story.channels',
  'story.slides',
  'cadence.time',
  'cadence.weekdays',
  'cadence.cron',
  'timezone',
  'starts_at',
  'ends_at',
]

/** Creates or edits a recurring post, with the next posts beside the form. */
export function RecurringBuilder({ projectId, template, connections, now }: Props) {
  const { timeZone, locale } = useZone()
  const { connected } = useConnectedChannels(projectId, connections, now)
  const [draft, setDraft] = useState<RecurringDraft>(() =>
    template ? draftOf(template) : newDraft(timeZone, connected.slice(0, 1)),
  )
  const mayWrite = useMay('stories:write')
  const preview = useSlotsPreview(projectId, draft)
  const saving = useSave(projectId, template)
  const { mutate, isPending, error } = saving
  const isDirty = useIsChanged(draft, saving)
  const { problems, voice } = usePostProblems(projectId, draft, template?.story ?? null, preview.data?.slots[0])
  const variables = variableProblems(draft)
  const blocking = problems.filter(({ isBlocking }) => isBlocking)
  const form = useFocusOnError(error)
  /** Changed since the last attempt to save, whose errors may no longer apply. */
  const [changed, setChanged] = useState<ReadonlySet<string>>(new Set())
  const change = (patch: Partial<RecurringDraft>): void => {
    setDraft((before) => ({ ...before, ...patch }))
    setChanged((before) => new Set([...before, ...Object.keys(patch).map((name) => pathOf(name))]))
  }
  const issueOf = (path: string, label: string): string | null =>
    (changed.has(path) ? null : issueFor(error, path, label)) ?? issueFor(preview.error, path, label)
  const title = template ? template.name : 'New recurring post'
  const list = `/${projectId}/recurring`
  return (
    <>
      <UnsavedChanges isDirty={isDirty} />
      <PageHeader title={title} back={{ href: list, label: 'Recurring' }} />
      <RoleNote scope="stories:write" className="mb-4 text-ink-soft" />
      {template?.last_error && (
        <div className="mb-4">
          <Notice tone="warn" title="Last problem">
            {template.last_error}
          </Notice>
        </div>
      )}
      <div className="grid items-start gap-x-8 gap-y-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <form
          ref={form}
          noValidate
          aria-label={title}
          className="panel flex min-w-0 flex-col gap-5 p-4 sm:p-5"
          onSubmit={(event) => {
            event.preventDefault()
            if (!isComplete(draft)) return
            setChanged(new Set())
            mutate(inputOf(draft, template?.story ?? null))
          }}
        >
          <fieldset disabled={!mayWrite} className="contents">
            <TextField
              label="Name"
              placeholder="Tip of the week"
              hint="Not shown in posts. Also the campaign in tracked links."
              value={draft.name}
              maxLength={120}
              onChange={(event) => change({ name: event.target.value })}
              error={issueOf('name', 'The name')}
            />
            <StoryFields
              {...{ projectId, draft, connected, issueOf }}
              notes={<TextNotes variables={variables} voice={voice} />}
              onChange={change}
            />
            <section aria-labelledby="repeats" className="flex flex-col gap-4 border-t border-line pt-5">
              <div>
                <h2 id="repeats" className="font-semibold">
                  Schedule
                </h2>
                <p className="text-ink-soft">
                  {isComplete(draft) && cadenceText(cadenceOf(draft), draft.timezone, locale)}
                </p>
              </div>
              <ScheduleFields {...{ draft, issueOf }} onChange={change} />
            </section>
            {error && !isShownByFields(error, shownPaths) && (
              <ErrorNote error={error} title="The recurring post was not saved" />
            )}
            {blocking.length + variables.length > 0 && (
              <Notice tone="warn" title={blocking.length > 0 ? 'The next post will be a draft' : 'Check the text'}>
                {[...blocking.map(({ message }) => message), ...variables].join(' ')}
              </Notice>
            )}
            <div className="flex justify-end gap-2">
              <ButtonLink href={list}>Cancel</ButtonLink>
              <Button tone="primary" type="submit" isBusy={isPending} disabled={!mayWrite}>
                {template ? 'Save' : 'Create recurring post'}
              </Button>
            </div>
          </fieldset>
        </form>
        <div className="flex flex-col gap-4 lg:sticky lg:top-4">
          <ProblemLists projectId={projectId} problems={problems} onGo={() => {}} />
          <SlotsPreview preview={preview} />
        </div>
      </div>
    </>
  )
}

/** The path of a member of the draft in the request. Members of the cadence are checked by the preview. */
const pathOf = (name: string): string =>
  ({ name: 'name', startsAt: 'starts_at', endsAt: 'ends_at', timezone: 'timezone', contentType: 'story.content_type' })[
    name
  ] ?? `story.${name}`

/** Focuses the first invalid field after a failed save: it may be out of sight. */
function useFocusOnError(error: unknown) {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (error) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [error])
  return form
}

/** The fields explain what is missing. */
const isComplete = ({ kind, weekdays, channels }: RecurringDraft): boolean =>
  channels.length > 0 && (kind !== 'weekly' || weekdays.length > 0)

function useSave(projectId: string, template: RecurringTemplate | undefined) {
  const queries = useQueryClient()
  const router = useRouter()
  const toast = useToast()
  return useMutation({
    mutationFn: (input: RecurringInput) =>
      template
        ? call(editRecurringTemplate, { id: template.id, ...input })
        : call(createRecurringTemplate, { id: projectId, ...input }),
    onSuccess: async ({ name, next_error }) => {
      await queries.invalidateQueries({ queryKey: recurringKeys.all(projectId) })
      const done = template ? `Saved “${name}”` : `Created “${name}”`
      if (next_error === null) toast(done)
      else toast(`${done}. Its next post cannot be published yet: ${next_error}`, 'bad')
      router.push(`/${projectId}/recurring`)
      router.refresh()
    },
  })
}
