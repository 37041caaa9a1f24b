import { Compass, FlaskConical, type LucideIcon, Plug } from 'lucide-react'

/** How a new project can start. */
export const startKinds = ['real', 'sandbox', 'sample'] as const
export type StartKind = (typeof startKinds)[number]

export const startChoices: Record<StartKind, { title: string; text: string; Icon: LucideIcon }> = {
  real: {
    title: 'Connect your accounts',
    text: 'Publish to Instagram, Facebook, X, LinkedIn, Pinterest, Ghost and Threads.',
    Icon: Plug,
  },
  sandbox: {
    title: 'Use sandbox accounts',
    text: 'Practice with an account on every channel. Nothing reaches a real network.',
    Icon: FlaskConical,
  },
  sample: {
    title: 'Explore sample data',
    text: 'Four months of posts with results, two weeks of plans, and more. Remove it all with one click.',
    Icon: Compass,
  },
}

export const isStartKind = (value: unknown): value is StartKind => startKinds.some((kind) => kind === value)
