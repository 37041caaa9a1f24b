type Props = { isShown: boolean; what: string; onReset: () => void }

/** Marks a customized field. Uses the same space while hidden, so that the layout does not shift during typing. */
export function ResetButton({ isShown, what, onReset }: Props) {
  if (!isShown) return <span className="h-6" />
  return (
    <span className="flex items-center gap-2 text-sm">
      <span className="rounded-full bg-info-wash px-2 text-info max-sm:sr-only">Customized</span>
      <button
        type="button"
        className="inline-flex min-h-6 items-center gap-1 font-medium text-accent underline"
        onClick={onReset}
      >
        Reset<span className="sr-only"> {what}</span>
      </button>
    </span>
  )
}
