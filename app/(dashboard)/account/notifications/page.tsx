import type { Metadata } from 'next'
import { ProjectAlertsSection } from '@/components/account/project-alerts-section'
import { listOwnProjects, requireContext } from '../../context'

export const metadata: Metadata = { title: 'Notifications' }

export default async function AccountNotificationsPage() {
  await requireContext('/account/notifications')
  const projects = await listOwnProjects()
  return <ProjectAlertsSection projects={projects.map(({ id, name }) => ({ id, name }))} />
}
