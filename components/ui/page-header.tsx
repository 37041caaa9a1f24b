import { ArrowLeft } from 'lucide-react'
import Link from 'next/link'
import type { ReactNode } from 'react'

type Props = {
  title: ReactNode
  /** The list that a detail page belongs to. */
  back?: { href: string; label: string }
  /** Facts that change, such as a status. No fixed subtitle. */
  children?: ReactNode
  /** View switch and filters: in the middle, or below the title on a narrow screen. */
  tools?: ReactNode
  /** The main action, at the end. */
  action?: ReactNode
}

/** The toolbar of a screen: 48 px high while everything fits in one line. */
export function PageHeader({ title, back, children, tools, action }: Props) {
  return (
    <header className="mb-3 flex min-h-12 flex-wrap items-center gap-x-4 gap-y-2 py-1.5">
      {/* Facts wrap below the title before the action does. */}
      <div
        className={
          children && !tools ? 'flex min-w-0 flex-1 basis-80 flex-wrap items-center gap-x-4 gap-y-1' : 'contents'
        }
      >
        <div className="flex min-w-0 items-center gap-1">
          {back && (
            <Link
              href={back.href}
              title={back.label}
              className="-ml-2 flex control-size shrink-0 items-center justify-center rounded-lg text-ink-soft hover:bg-hover hover:text-ink"
            >
              <ArrowLeft aria-hidden size={16} />
              <span className="sr-only">{back.label}</span>
            </Link>
          )}
          <h1 className="min-w-0 text-lg font-semibold tracking-tight wrap-anywhere">{title}</h1>
        </div>
        {children && <div className="min-w-0 text-sm text-ink-soft">{children}</div>}
      </div>
      {tools && (
        <div className="flex min-w-0 flex-1 flex-wrap items-center gap-2 max-lg:order-last max-lg:basis-full">
          {tools}
        </div>
      )}
      {/* Actions with `data-wide` fill the line on phones. */}
      {action && <div className="ml-auto max-sm:has-data-wide:w-full">{action}</div>}
    </header>
  )
}
