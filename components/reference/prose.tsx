/** Paragraphs separated by blank lines, with `code` spans. */
export function Prose({ text }: { text: string }) {
  return text.split('\n\n').map((paragraph) => (
    <p key={paragraph} className="mt-2 max-w-prose text-ink-soft first:mt-0">
      <Inline text={paragraph} />
    </p>
  ))
}

export function Inline({ text }: { text: string }) {
  return text.split(/(`[^`]+`)/).map((part, index) =>
    part.startsWith('`') ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the order of the parts is fixed
      <code key={index} className="rounded bg-sunken px-1 py-0.5 font-mono text-[0.85em] text-ink wrap-anywhere">
        {part.slice(1, -1)}
      </code>
    ) : (
      part
    ),
  )
}
