import type { ReactNode } from 'react'
import { Button } from '@/components/ui/button'

type Props = {
  title: string
  text?: ReactNode
  children?: ReactNode
  onBack: () => void
  /** The main action, at the end. */
  action?: ReactNode
}

/** Heading, content, and the two ways out of a step. */
export const StepFrame = ({ title, text, children, onBack, action }: Props) => (
  <section aria-labelledby="step-title" className="flex flex-col gap-4">
    <div>
      <h2 id="step-title" className="text-lg font-semibold">
        {title}
      </h2>
      {text && <p className="text-ink-soft">{text}</p>}
    </div>
    {children}
    <div className="flex flex-wrap-reverse items-center justify-between gap-3">
      <Button onClick={onBack}>Back</Button>
      {action}
    </div>
  </section>
)
