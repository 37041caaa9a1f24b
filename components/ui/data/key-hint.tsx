/** Keys to press, such as `Ctrl` `K`. Decorative: give the control `aria-keyshortcuts`. */
export const KeyHint = ({ keys }: { keys: readonly string[] }) => (
  <span aria-hidden className="inline-flex items-center gap-0.5">
    {keys.map((key) => (
      <kbd
        key={key}
        className="inline-flex min-w-5 items-center justify-center rounded-sm border border-line bg-sunken px-1 font-sans text-xs text-ink-soft"
      >
        {key}
      </kbd>
    ))}
  </span>
)
