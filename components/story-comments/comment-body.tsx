import { withKeys } from '@/components/ui/data/with-keys'
import { bodyParts } from '@/lib/story-comments/mention-marks'
import type { Mentionable } from './mention-text'
import { TextWithLinks } from './text-with-links'

/** The text of a comment or note, with marked mentions and links. */
export const CommentBody = ({ body, mentions }: { body: string; mentions: readonly Mentionable[] }) =>
  withKeys(bodyParts(body, mentions), ({ text }) => text).map(([key, { text, isMention }]) => (
    <span key={key} className={isMention ? 'rounded bg-accent-wash px-0.5 font-medium text-accent' : undefined}>
      {isMention ? text : <TextWithLinks text={text} />}
    </span>
  ))
