'use client'

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ApiError, call } from '@/lib/api/client'
import { commentReview, decideReview, openReview } from '@/lib/openapi/operations.generated'
import type { Review, ReviewStory } from '@/lib/review-links/public-contract'

const pollMs = 30_000
const keyOf = (token: string) => ['review', token] as const

/** The stories of a link, with new comments and changes of the team. */
export const useReview = (token: string, initial: Review) =>
  useQuery({
    queryKey: keyOf(token),
    queryFn: ({ signal }) => call(openReview, { token }, { signal }),
    initialData: initial,
    // A closed link stays closed.
    refetchInterval: ({ state }) => (isClosed(state.error) ? false : pollMs),
  })

export const isClosed = (error: unknown): boolean =>
  error instanceof ApiError && (error.code === 'gone' || error.code === 'not_found')

/** Shows the answer at once. After a conflict, the changed story is loaded. */
function useAct<Input>(token: string, send: (input: Input) => Promise<{ story: ReviewStory }>) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: send,
    onSuccess: async ({ story }) => {
      // A response that started earlier would show the old state.
      await queries.cancelQueries({ queryKey: keyOf(token) })
      queries.setQueryData<Review>(
        keyOf(token),
        (review) => review && { ...review, stories: review.stories.map((one) => (one.id === story.id ? story : one)) },
      )
    },
    onError: () => queries.invalidateQueries({ queryKey: keyOf(token) }),
  })
}

type Decision = { story: ReviewStory; decision: 'approved' | 'changes_requested'; name: string; note?: string }

export const useDecide = (token: string) =>
  useAct(token, ({ story, decision, name, note }: Decision) =>
    call(decideReview, {
      token,
      story_id: story.id,
      decision,
      reviewer_name: name,
      content_version: story.content_version,
      ...(note ? { note } : {}),
    }),
  )

export const useComment = (token: string) =>
  useAct(token, ({ storyId, name, body }: { storyId: string; name: string; body: string }) =>
    call(commentReview, { token, story_id: storyId, reviewer_name: name, body }),
  )
