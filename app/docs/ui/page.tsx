import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { UiExamples } from '@/components/ui-examples/ui-examples'
import { appUrl, env } from '@/lib/env'

export const metadata: Metadata = { title: 'Interface elements' }
// Depends on the environment at run time.
export const dynamic = 'force-dynamic'

const isLoopback = (host: string): boolean => /^(localhost|127\.|\[::1\])/.test(host)

/** All elements in all states. Only for development and the local demo. */
export default function UiPage() {
  const { NODE_ENV, DEMO } = env()
  if (NODE_ENV !== 'development' && !(DEMO && isLoopback(appUrl().replace(/^https?:\/\//, '')))) notFound()
  return <UiExamples />
}
