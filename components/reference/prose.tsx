import { TextWithMatches } from '@/components/ui/data/text-with-matches'

/** Paragraphs separated by blank lines, with `code` spans. */
export function Prose({ text }: { text: string }) {
  return text.split('\n\n').map((paragraph) => (
    <p key={paragraph} className="mt-2 max-w-prose text-ink-soft first:mt-0">
      <Inline text={paragraph} />
    </p>
  ))
}

export const Inline = ({ text }: { text: string }) => (
  <TextWithMatches
    text={text}
    pattern={/`[^`]+`/g}
    render={(code) => (
      <code className="rounded bg-sunken px-1 py-0.5 font-mono text-[0.85em] text-ink wrap-anywhere">
        {code.slice(1, -1)}
      </code>
    )}
  />
)
