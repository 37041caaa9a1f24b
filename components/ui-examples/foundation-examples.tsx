import { PageHeader } from '@/components/ui/page-header'
import { Example, ExampleGroup } from './example'

const sizes = [
  ['text-xs', '12 / 16'],
  ['text-sm', '13 / 18'],
  ['text-base', '14 / 20'],
  ['text-lg', '16 / 24'],
  ['text-xl', '20 / 28'],
  ['text-2xl', '24 / 32'],
] as const

const surfaces = ['bg-sunken', 'bg-canvas', 'bg-surface', 'bg-raised', 'bg-hover', 'bg-line', 'bg-line-strong']
const tones = [
  'bg-accent-fill text-on-accent',
  'bg-accent-wash text-accent',
  'bg-good-wash text-good',
  'bg-info-wash text-info',
  'bg-warn-wash text-warn',
  'bg-bad-wash text-bad',
  'bg-quiet-wash text-quiet',
]

/** The name of a color, from its classes. */
const nameOf = (look: string): string => look.split(' ')[0]?.replace('bg-', '') ?? ''

export const FoundationExamples = () => (
  <ExampleGroup title="Foundations">
    <Example name="Type scale">
      <ul className="flex w-full flex-col gap-2">
        {sizes.map(([size, pixels]) => (
          <li key={size} className="flex items-baseline justify-between gap-3">
            <span className={size}>Fresh from the oven</span>
            <span className="text-xs text-ink-soft tabular-nums">{pixels}</span>
          </li>
        ))}
      </ul>
    </Example>
    <Example name="Colors">
      <ul className="grid w-full grid-cols-2 gap-2 sm:grid-cols-4">
        {surfaces.map((look) => (
          <li key={look} className="text-xs text-ink-soft">
            <span className={`mb-1 block h-8 rounded-lg border border-line ${look}`} />
            {nameOf(look)}
          </li>
        ))}
      </ul>
      <ul className="flex w-full flex-wrap gap-2 text-sm font-medium">
        {tones.map((look) => (
          <li key={look} className={`rounded-lg px-2.5 py-1 ${look}`}>
            {nameOf(look)}
          </li>
        ))}
      </ul>
    </Example>
    <Example name="Toolbar" isWide>
      <div className="w-full rounded-xl border border-line px-4">
        <PageHeader title="Stories" tools={<span className="text-sm text-ink-soft">View switch and filters</span>}>
          12 drafts
        </PageHeader>
      </div>
    </Example>
  </ExampleGroup>
)
