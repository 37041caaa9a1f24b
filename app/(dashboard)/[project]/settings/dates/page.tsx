import type { Metadata } from 'next'
import { DateSettings } from '@/components/account/date-settings'
import * as account from '@/lib/account/service'
import { browserLocale, requireContext, requireProject } from '../../../context'

export const metadata: Metadata = { title: 'Dates' }

type Props = { params: Promise<{ project: string }> }

export default async function DatesPage({ params }: Props) {
  const { project: id } = await params
  const context = await requireContext(`/${id}/settings/dates`)
  await requireProject(context, id)
  const [own, ofBrowser] = await Promise.all([account.get(context), browserLocale()])
  return <DateSettings account={own} browserLocale={ofBrowser} now={context.now.toISOString()} />
}
