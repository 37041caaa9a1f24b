import { notFound, redirect } from 'next/navigation'
import { currentProject, sessionContext } from '../../(dashboard)/context'

type Props = { params: Promise<{ screen: string }> }

/** Addresses of screens without a project, for shortcuts of the installed app: they open the last project. */
export default async function GoPage({ params }: Props) {
  const { screen } = await params
  if (screen !== 'compose' && screen !== 'inbox') notFound()
  if (!(await sessionContext())) redirect(`/sign-in?next=/go/${screen}`)
  const project = await currentProject()
  redirect(project ? `/${project.id}/${screen}` : '/')
}
