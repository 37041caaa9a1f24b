'use client'

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { findingsOf, type VoiceFinding } from '@/components/composer/checks/brand-voice'
import { useDebounced } from '@/components/composer/checks/use-debounced'
import { isUrl } from '@/components/composer/draft/draft'
import type { Problem } from '@/components/stories/problem-lists'
import { call } from '@/lib/api/client'
import { lintVoice, previewUnsaved } from '@/lib/openapi/operations.generated'
import type { RecurringStory } from '@/lib/recurring/contract'
import { isBlockingCode } from '@/lib/stories/warning-codes'
import { inputOf, type RecurringDraft } from './recurring-draft'

const pauseMs = 400

type Texts = { title: string | null; caption: string }
type Found = { problems: Problem<never>[]; voice: Pick<VoiceFinding, 'type' | 'value' | 'start'>[] }

const none: Found = { problems: [], voice: [] }

/**
 * What the checks of a scheduled story find in the next post. A post that fails them becomes a draft.
 *
 * @param next texts of the next post, with its variables filled in
 */
export function usePostProblems(
  projectId: string,
  draft: RecurringDraft,
  before: RecurringStory | null,
  next: Texts | undefined,
): Found {
  const { story } = inputOf(draft, before)
  const { destination_url: link, lint_check: _lint, connection_check: _connection, ...content } = story
  const post = { ...content, ...next, ...(link && isUrl(link) ? { destination_url: link } : {}) }
  const settled = useDebounced(JSON.stringify(post), pauseMs)
  const isEnabled = next !== undefined && next.caption.trim() !== '' && draft.channels.length > 0
  const { data } = useQuery({
    queryKey: ['recurring-problems', projectId, settled],
    queryFn: async ({ signal }): Promise<Found> => {
      const checked = JSON.parse(settled) as typeof post
      const { caption, channels: chosen = [] } = checked
      const [{ channels }, lint] = await Promise.all([
        call(previewUnsaved, { ...checked, project_id: projectId }, { signal }),
        call(lintVoice, { id: projectId, caption }, { signal }),
      ])
      const problems = chosen.flatMap((channel) =>
        (channels[channel]?.warnings ?? []).map(
          ({ code, message }): Problem<never> => ({
            key: `${channel} ${message}`,
            message,
            target: null,
            channel,
            isBlocking: isBlockingCode(code),
          }),
        ),
      )
      return { problems, voice: findingsOf(lint, () => caption) }
    },
    enabled: isEnabled,
    placeholderData: keepPreviousData,
    gcTime: 60_000,
    retry: 1,
  })
  return (isEnabled && data) || none
}
