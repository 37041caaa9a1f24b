'use client'

import { Avatar } from '@/components/account/avatar'
import { ErrorNote } from '@/components/errors/error-note'
import { Time } from '@/components/time/zone'
import { Button } from '@/components/ui/button'
import { useUnsentText } from '@/components/unsent/unsent-text'
import type { ReviewStory } from '@/lib/review-links/public-contract'
import { commentChars } from '@/lib/story-comments/limits'
import { useComment } from './use-review'

type Props = { token: string; story: ReviewStory; requireName: () => string | null }

/** The conversation between the client and the team. */
export function ClientComments({ token, story, requireName }: Props) {
  const { text, idempotencyKey, change, sent } = useUnsentText('review', `comment.${story.id}`)
  const adding = useComment(token)
  const submit = (): void => {
    const body = text.trim()
    const name = body && requireName()
    if (name && !adding.isPending) {
      adding.mutate({ storyId: story.id, name, body }, { onSuccess: () => sent(idempotencyKey) })
    }
  }
  return (
    <section aria-label="Comments" className="flex flex-col gap-3 border-t border-line pt-4">
      {story.comments.length > 0 && (
        <ul className="flex flex-col gap-3">
          {story.comments.map(({ id, author, body, created_at }) => (
            <li key={id} className="flex gap-2.5">
              <Avatar name={author.name} photoUrl={null} className="mt-0.5 size-6 text-[0.625rem]" />
              <div className="min-w-0 flex-1">
                <p className="flex flex-wrap items-baseline gap-x-2">
                  <span className="font-medium wrap-anywhere">{author.name}</span>
                  <span className="text-xs text-ink-soft">
                    <Time at={created_at} style="compact" />
                    {author.kind === 'member' && ' · team'}
                  </span>
                </p>
                <p className="whitespace-pre-wrap wrap-anywhere">{body}</p>
              </div>
            </li>
          ))}
        </ul>
      )}
      <form
        className="flex flex-col gap-2"
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <textarea
          aria-label="Add a comment"
          placeholder="Add a comment"
          maxLength={commentChars}
          value={text}
          onChange={(event) => change(event.target.value)}
          className="control field-sizing-content max-h-60 min-h-8 resize-none"
        />
        {text.trim() !== '' && (
          <Button isSmall type="submit" isBusy={adding.isPending} className="self-end">
            Comment
          </Button>
        )}
      </form>
      {adding.error && <ErrorNote error={adding.error} title="The comment was not added" />}
    </section>
  )
}
