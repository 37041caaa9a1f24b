import type { Metadata } from 'next'
import { EmailKindsSection } from '@/components/account/email-kinds-section'
import { ProjectAlertsSection } from '@/components/account/project-alerts-section'
import * as mail from '@/lib/mail/settings-service'
import { listOwnProjects, requireContext } from '../../context'

export const metadata: Metadata = { title: 'Notifications' }

export default async function AccountNotificationsPage() {
  const context = await requireContext('/account/notifications')
  const [projects, settings] = await Promise.all([listOwnProjects(), mail.getSettings(context)])
  return (
    <>
      <EmailKindsSection initial={settings} />
      <ProjectAlertsSection projects={projects.map(({ id, name }) => ({ id, name }))} />
    </>
  )
}
