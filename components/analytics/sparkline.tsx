/** One bar per period, and a gap where there is no data. Decorative: the numbers are next to it and in the table. */
export function Sparkline({ values }: { values: readonly (number | null)[] }) {
  const highest = Math.max(0, ...values.map((value) => value ?? 0))
  return (
    <div aria-hidden className="flex h-8 items-end gap-px">
      {values.map((value, index) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: a fixed row of periods.
          key={index}
          className={value === null ? 'min-w-0 flex-1' : 'min-w-0 flex-1 rounded-xs bg-accent-fill/70'}
          style={value === null ? undefined : { height: highest > 0 ? `max(1px, ${(value / highest) * 100}%)` : 1 }}
        />
      ))}
    </div>
  )
}
