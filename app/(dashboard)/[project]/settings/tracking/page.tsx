import type { Metadata } from 'next'
import { TrackingSettings } from '@/components/tracking/tracking-settings'
import { requireContext, requireProject } from '../../../context'

export const metadata: Metadata = { title: 'Tracking' }

type Props = { params: Promise<{ project: string }> }

export default async function TrackingPage({ params }: Props) {
  const { project: id } = await params
  const context = await requireContext(`/${id}/settings/tracking`)
  return <TrackingSettings project={await requireProject(context, id)} now={context.now.toISOString()} />
}
