/** The colors to choose from. The API stores the value; the token has a variant for dark mode. */
export const pillarColors = [
  { value: '#dc2626', label: 'Red', token: 'var(--pillar-red)' },
  { value: '#ea580c', label: 'Orange', token: 'var(--pillar-orange)' },
  { value: '#d97706', label: 'Amber', token: 'var(--pillar-amber)' },
  { value: '#16a34a', label: 'Green', token: 'var(--pillar-green)' },
  { value: '#0d9488', label: 'Teal', token: 'var(--pillar-teal)' },
  { value: '#0284c7', label: 'Sky', token: 'var(--pillar-sky)' },
  { value: '#2563eb', label: 'Blue', token: 'var(--pillar-blue)' },
  { value: '#7c3aed', label: 'Violet', token: 'var(--pillar-violet)' },
  { value: '#db2777', label: 'Pink', token: 'var(--pillar-pink)' },
  { value: '#71717a', label: 'Gray', token: 'var(--pillar-gray)' },
] as const

/** The colors to choose from, and the given one if an API client stored another. */
export const colorsWith = (color: string): readonly { value: string; label: string; token: string }[] =>
  color === '' || pillarColors.some(({ value }) => value === color)
    ? pillarColors
    : [...pillarColors, { value: color, label: color, token: color }]

/** A CSS color. API clients may store colors that are not in the list. */
export const cssColorOf = (color: string | null): string =>
  pillarColors.find(({ value }) => value === color)?.token ?? color ?? 'var(--pillar-gray)'

/** A color that no pillar has yet. */
export const freeColor = (used: readonly (string | null)[]): string =>
  (pillarColors.find(({ value }) => !used.includes(value)) ?? pillarColors[used.length % pillarColors.length])?.value ??
  pillarColors[0].value
