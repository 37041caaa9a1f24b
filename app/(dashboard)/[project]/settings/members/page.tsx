import type { Metadata } from 'next'
import { MembersScreen } from '@/components/members/members-screen'
import * as invitations from '@/lib/invitations/service'
import { managesProject } from '@/lib/members/rules'
import * as members from '@/lib/members/service'
import { ownRoles, requireContext, requireProject } from '../../../context'

export const metadata: Metadata = { title: 'Members' }

type Props = { params: Promise<{ project: string }> }

export default async function MembersPage({ params }: Props) {
  const { project: id } = await params
  const context = await requireContext(`/${id}/settings/members`)
  const project = await requireProject(context, id)
  const role = (await ownRoles()).get(project.id) ?? 'viewer'
  const [page, waiting] = await Promise.all([
    members.list(context, { id, limit: 200 }),
    managesProject(role) ? invitations.list(context, { id, limit: 200 }) : null,
  ])
  return <MembersScreen projectId={project.id} members={page} invitations={waiting} />
}
