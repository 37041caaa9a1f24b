import type { ReactNode } from 'react'
import type { NetworkPostProps } from '../preview-props'

type Props = Pick<NetworkPostProps, 'post'> & {
  photo: ReactNode
  renderPart: (text: string, index: number) => ReactNode
}

/** A single post, or the numbered parts of a thread joined by a line. */
export function ThreadList({ post: { text, thread }, photo, renderPart }: Props) {
  if (!thread) return <Part photo={photo}>{renderPart(text, 0)}</Part>
  return (
    <ol>
      {thread.map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: parts have no other identity.
        <li key={index}>
          <Part photo={photo} number={{ at: index + 1, of: thread.length }}>
            {renderPart(part, index)}
          </Part>
        </li>
      ))}
    </ol>
  )
}

type PartProps = { photo: ReactNode; number?: { at: number; of: number }; children: ReactNode }

const Part = ({ photo, number, children }: PartProps) => (
  <div className="flex gap-3">
    <div className="flex shrink-0 flex-col items-center">
      {photo}
      {number && (
        <>
          <span className="mt-2 text-xs text-ink-soft tabular-nums">
            {number.at}/{number.of}
          </span>
          {number.at < number.of && <span aria-hidden className="my-1 w-0.5 flex-1 rounded-full bg-line-strong" />}
        </>
      )}
    </div>
    <div className="min-w-0 flex-1">{children}</div>
  </div>
)
