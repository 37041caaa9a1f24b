'use client'

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { CircleAlert, LoaderCircle } from 'lucide-react'
import { ChannelIcon } from '@/components/channels/channel-icon'
import { channelNames } from '@/components/channels/channel-names'
import { useDebounced } from '@/components/composer/checks/use-debounced'
import { ErrorNote } from '@/components/errors/error-note'
import { Thumbnail } from '@/components/media/assets/thumbnail'
import { Time } from '@/components/time/zone'
import { Notice } from '@/components/ui/notice'
import { ApiError, call } from '@/lib/api/client'
import type { AnswerTo } from '@/lib/api/operation'
import type { ChannelId } from '@/lib/channel-ids'
import { previewAutomation } from '@/lib/openapi/operations.generated'
import { type AutomationDraft, inputOf, missingIn } from './automation-draft'
import { automationKeys } from './automation-keys'

const debounceMs = 350

type Answer = AnswerTo<typeof previewAutomation>

/** The story that a draft would make now, and the issues of its settings. Stores nothing. */
export function useTestRun(projectId: string, draft: AutomationDraft) {
  const missing = missingIn(draft)
  const input = {
    ...inputOf(draft),
    ...(draft.newTemplate ? { template: { caption: draft.newTemplate.caption } } : { template_id: draft.templateId }),
  }
  const settled = useDebounced(JSON.stringify(missing ? null : input), debounceMs)
  const query = useQuery({
    queryKey: automationKeys.preview(projectId, settled),
    queryFn: ({ signal }) =>
      call(previewAutomation, { project_id: projectId, ...(JSON.parse(settled) as typeof input) }, { signal }),
    enabled: settled !== 'null',
    placeholderData: keepPreviousData,
    retry: false,
  })
  return { ...query, missing }
}

type Props = { test: ReturnType<typeof useTestRun>; kind: AutomationDraft['kind'] }

export function TestRun({ test: { data, error, missing, isFetching }, kind }: Props) {
  return (
    <section aria-labelledby="test-run" className="panel p-4">
      <div className="flex items-center gap-2">
        <h2 id="test-run" className="font-semibold">
          Test run
        </h2>
        {isFetching && <LoaderCircle aria-label="Updating" size={16} className="animate-spin text-ink-soft" />}
      </div>
      <div className="flex flex-col gap-3 pt-2">
        {missing ? (
          <p className="text-ink-soft">{missing} Then the post is shown here.</p>
        ) : error ? (
          <TestError error={error} />
        ) : (
          data && <Result answer={data} kind={kind} />
        )}
      </div>
    </section>
  )
}

/** Invalid settings are explained at their place. */
const TestError = ({ error }: { error: Error }) =>
  error instanceof ApiError && error.code === 'validation_error' ? (
    <Notice tone="warn">{error.message}</Notice>
  ) : (
    <ErrorNote isReading error={error} title="The test run is not available" />
  )

const nothingYet: Record<AutomationDraft['kind'], string> = {
  connector_item: 'No matching item yet: variables show their names.',
  story_published: 'No matching story yet: variables show their names.',
  moment: 'No matching moment yet: variables show their names.',
  schedule: '',
}

function Result({ answer, kind }: { answer: Answer; kind: AutomationDraft['kind'] }) {
  const { subject, outcome, message, scheduled_at, channels } = answer
  return (
    <>
      <p className="text-sm text-ink-soft">
        {subject ? (kind === 'schedule' ? 'As if it were due now.' : `From “${subject.label}”.`) : nothingYet[kind]}{' '}
        {outcome === 'draft' && 'Would be saved as a draft.'}
        {scheduled_at && (
          <>
            Would be scheduled for <Time at={scheduled_at} />.
          </>
        )}
      </p>
      {message && (
        <Notice
          tone={outcome === 'failed' ? 'bad' : 'warn'}
          {...(outcome === 'failed' ? { title: 'Makes no story' } : {})}
        >
          {message}
        </Notice>
      )}
      <ul aria-label="Posts" className="flex flex-col gap-3">
        {Object.entries(channels).map(([channel, post]) => (
          <li key={channel} className="rounded-lg border border-line p-3">
            <p className="flex items-center gap-2 pb-1.5 text-sm font-medium">
              <ChannelIcon channel={channel as ChannelId} size={16} />
              {channelNames[channel as ChannelId]}
            </p>
            {post.title && <p className="font-semibold wrap-anywhere">{post.title}</p>}
            <p className="line-clamp-12 text-sm whitespace-pre-wrap wrap-anywhere">{post.text || 'No text'}</p>
            {post.media.length > 0 && (
              <ul className="flex flex-wrap gap-2 pt-2">
                {post.media.slice(0, 4).map(({ url, alt_text }) => (
                  <li key={url}>
                    <Thumbnail url={url} alt={alt_text ?? ''} className="size-16" />
                  </li>
                ))}
              </ul>
            )}
            {post.warnings.map(({ code, message: warning }) => (
              <p key={`${code} ${warning}`} className="flex items-start gap-1.5 pt-1.5 text-sm text-warn">
                <CircleAlert aria-hidden size={14} className="mt-0.5 shrink-0" />
                <span className="min-w-0 wrap-anywhere">{warning}</span>
              </p>
            ))}
          </li>
        ))}
      </ul>
    </>
  )
}
