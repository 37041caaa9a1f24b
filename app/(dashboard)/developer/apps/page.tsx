import type { Metadata } from 'next'
import { AppsScreen } from '@/components/oauth/apps-screen'
import { appUrl } from '@/lib/env'
import * as apps from '@/lib/oauth/apps/service'
import { requireContext } from '../../context'

export const metadata: Metadata = { title: 'OAuth apps' }

export default async function AppsPage() {
  const context = await requireContext('/developer/apps')
  return <AppsScreen initial={await apps.list(context, { limit: 50 })} baseUrl={appUrl()} />
}
