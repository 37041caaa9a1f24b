import { isUrl } from '../draft/draft'
import { useDraft } from '../state/editor-context'
import { insertText } from './insert-text'

type Props = { captionId: string }

/** Words that are replaced when the post is published. The tracked link is the only one. */
export function Variables({ captionId }: Props) {
  const { destinationUrl } = useDraft()
  return (
    <button
      type="button"
      className="flex w-full flex-col items-start gap-0.5 rounded-lg p-2 text-left text-sm hover:bg-hover"
      onClick={() => insertText(captionId, '{{link}}', { isWord: true })}
    >
      <code className="font-mono text-accent">{'{{link}}'}</code>
      <span className="text-ink-soft">
        The tracked short link, its own for each channel.
        {!isUrl(destinationUrl) && ' This story has no link yet. Add one with the Link button.'}
      </span>
    </button>
  )
}
