import { redirect } from 'next/navigation'
import { currentProject, sessionContext } from '../(dashboard)/context'

/** Opens what was shared from another app as a new story of the last project. Sign-in comes first. */
export default async function SharePage() {
  if (!(await sessionContext())) redirect('/sign-in?next=/share')
  const project = await currentProject()
  redirect(project ? `/${project.id}/compose?shared=1` : '/')
}
