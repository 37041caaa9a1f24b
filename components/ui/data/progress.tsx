import { formatPercent } from '@/lib/text/number-text'

type Props = {
  label: string
  /** Null while the amount is unknown. */
  value: number | null
  max: number
  isLabelShown?: boolean
}

/** How much of something is done. */
export const Progress = ({ label, value, max, isLabelShown = false }: Props) => (
  <div className="flex flex-col gap-1.5">
    {isLabelShown && (
      <div aria-hidden className="flex justify-between gap-3 text-sm">
        <span>{label}</span>
        <span className="tabular-nums text-ink-soft">
          {value === null ? 'Starting' : formatPercent(value / max, 0)}
        </span>
      </div>
    )}
    <progress aria-label={label} value={value ?? undefined} max={max} className="bar" />
  </div>
)
