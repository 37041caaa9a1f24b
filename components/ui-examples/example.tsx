import type { ReactNode } from 'react'

/** A group of elements with a heading. */
export const ExampleGroup = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="flex flex-col gap-4 border-t border-line pt-6">
    <h2 className="text-lg">{title}</h2>
    <div className="grid gap-x-8 gap-y-6 md:grid-cols-2">{children}</div>
  </section>
)

/** One element in its states. */
export const Example = ({ name, isWide, children }: { name: string; isWide?: boolean; children: ReactNode }) => (
  <div className={isWide ? 'flex min-w-0 flex-col gap-2 md:col-span-2' : 'flex min-w-0 flex-col gap-2'}>
    <h3 className="text-xs font-medium text-ink-soft">{name}</h3>
    <div className="flex flex-wrap items-start gap-3">{children}</div>
  </div>
)
