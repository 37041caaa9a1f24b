import type { ChartData } from './chart-data'

const height = 72
const step = 10
const gap = 3

/** Earlier posts as quiet bars, the new ones in the accent color, and a line at the median or threshold. */
export function MomentChart({ data: { bars, line, latestLabel, format } }: { data: ChartData }) {
  const highest = Math.max(line?.value ?? 0, ...bars.map(({ value }) => value)) || 1
  const width = bars.length * step - gap
  const heightOf = (value: number): number => Math.max(1, (value / highest) * height)
  const placed = bars.map((bar, index) => ({ ...bar, x: index * step }))
  const lowest = Math.min(...bars.map(({ value }) => value))
  const label = `Chart of ${bars.length} values from ${format(lowest)} to ${format(highest)}. ${latestLabel}.`
  return (
    <figure className="flex flex-col gap-1.5">
      <svg
        role="img"
        aria-label={line ? `${label} ${line.label}.` : label}
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="none"
        className="h-18 w-full overflow-visible"
      >
        {placed.map(({ x, value, publishedAt, isLatest }) => (
          <rect
            key={x}
            x={x}
            y={height - heightOf(value)}
            width={step - gap}
            height={heightOf(value)}
            className={isLatest ? 'fill-accent-fill' : 'fill-line-strong'}
          >
            <title>{`${publishedAt.slice(0, 10)}: ${format(value)}`}</title>
          </rect>
        ))}
        {line && (
          <line
            x1={0}
            x2={width}
            y1={height - heightOf(line.value)}
            y2={height - heightOf(line.value)}
            strokeDasharray="4 3"
            vectorEffect="non-scaling-stroke"
            className="stroke-ink-soft"
          />
        )}
      </svg>
      <figcaption aria-hidden className="flex flex-wrap justify-between gap-x-3 text-xs text-ink-soft tabular-nums">
        <span className="inline-flex items-center gap-1.5">
          <span className="size-2 rounded-xs bg-accent-fill" />
          {latestLabel}
        </span>
        {line && (
          <span className="inline-flex items-center gap-1.5">
            <span className="w-3 border-t border-dashed border-ink-soft" />
            {line.label}
          </span>
        )}
      </figcaption>
    </figure>
  )
}
