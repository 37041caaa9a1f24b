'use client'

import { trackingTokens } from '@/lib/projects/tracking-template'
import { isUrl } from '../draft/draft'
import { useDraft, useEditor } from '../state/editor-context'
import { insertText } from './insert-text'

type Props = { captionId: string }

/** Words that are replaced when the post is published. */
export function Variables({ captionId }: Props) {
  const { store, projectId } = useEditor()
  const { destinationUrl } = useDraft()
  const hasLink = isUrl(destinationUrl)
  return (
    <div className="flex flex-col gap-2 text-sm">
      <button
        type="button"
        className="flex flex-col items-start gap-0.5 rounded-lg p-2 text-left hover:bg-hover"
        onClick={() => insertText(captionId, '{{link}}', { isWord: true })}
      >
        <code className="font-mono text-accent">{'{{link}}'}</code>
        <span className="text-ink-soft">
          The tracked short link, its own for each channel.
          {!hasLink && ' This story has no link yet.'}
        </span>
      </button>
      {!hasLink && (
        <button
          type="button"
          className="self-start rounded-lg px-2 py-1 font-medium text-accent hover:bg-hover"
          onClick={() => store.dispatch({ type: 'fieldRequested', target: { channel: null, field: 'destination' } })}
        >
          Add a link
        </button>
      )}
      <div className="border-t border-line px-2 pt-2">
        <p className="text-ink-soft">
          Tracking values are filled in by the{' '}
          <a href={`/${projectId}/settings/tracking`} className="font-medium text-accent underline">
            project’s template
          </a>{' '}
          from:
        </p>
        <p className="mt-1 flex flex-wrap gap-1">
          {trackingTokens.map((token) => (
            <code key={token} className="rounded-sm bg-sunken px-1 font-mono text-xs">
              {token}
            </code>
          ))}
        </p>
      </div>
    </div>
  )
}
