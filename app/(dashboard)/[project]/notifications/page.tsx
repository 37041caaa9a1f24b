import type { Metadata } from 'next'
import { NotificationScreen } from '@/components/notifications/notification-screen'
import * as notifications from '@/lib/notifications/service'
import { requireContext, requireProject } from '../../context'

export const metadata: Metadata = { title: 'Notifications' }

type Props = { params: Promise<{ project: string }> }

export default async function NotificationsPage({ params }: Props) {
  const { project: id } = await params
  const context = await requireContext(`/${id}/notifications`)
  const project = await requireProject(context, id)
  const [initial, settings] = await Promise.all([
    notifications.list(context, { project_id: project.id, limit: 50 }),
    notifications.getSettings(context, { project_id: project.id }),
  ])
  return <NotificationScreen key={project.id} projectId={project.id} initial={initial} settings={settings} />
}
