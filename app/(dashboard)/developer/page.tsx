import type { Metadata } from 'next'
import { ZoneProvider } from '@/components/time/zone'
import { DeveloperScreen } from '@/components/tokens/developer-screen'
import { appUrl } from '@/lib/env'
import * as tokens from '@/lib/tokens/service'
import { currentProject, listOwnProjects, readerLocale, requireContext } from '../context'

export const metadata: Metadata = { title: 'Developer' }

export default async function DeveloperPage() {
  const context = await requireContext('/developer')
  const [current, own, locale, page] = await Promise.all([
    currentProject(),
    listOwnProjects(),
    readerLocale(),
    tokens.list(context, { limit: 50 }),
  ])
  return (
    <ZoneProvider zone={{ timeZone: current?.timezone ?? 'UTC', locale }}>
      <DeveloperScreen
        initial={page}
        projects={own.map(({ id, name }) => ({ id, name }))}
        currentId={current?.id ?? null}
        baseUrl={appUrl()}
        now={context.now.toISOString()}
      />
    </ZoneProvider>
  )
}
