import { Logo } from '@/components/ui/logo'
import type { ErrorCode } from '@/lib/errors'

const titles: Partial<Record<ErrorCode, string>> = {
  not_found: 'Review link not found',
  gone: 'This review is closed',
  rate_limited: 'Too many attempts',
}

/** The message is not shown for `not_found`. */
type Props = { code: ErrorCode; message?: string }

/** The page of a link that is unknown, expired or revoked. */
export function ClosedReview({ code, message }: Props) {
  const text =
    code === 'not_found' ? 'The link is incomplete or was deleted. Check it, or ask its sender for a new one.' : message
  return (
    <main className="mx-auto flex min-h-dvh max-w-md flex-col justify-center gap-3 px-5 pb-20">
      <Logo />
      <h1 className="pt-2 text-2xl font-semibold tracking-tight">{titles[code] ?? 'Review'}</h1>
      <p className="text-ink-soft">{text}</p>
    </main>
  )
}
