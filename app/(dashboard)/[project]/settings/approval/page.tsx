import type { Metadata } from 'next'
import { ApprovalSettings } from '@/components/projects/approval-settings'
import { managesProject } from '@/lib/members/rules'
import * as members from '@/lib/members/service'
import { requireContext, requireProject } from '../../../context'

export const metadata: Metadata = { title: 'Approval' }

type Props = { params: Promise<{ project: string }> }

export default async function ApprovalPage({ params }: Props) {
  const { project: id } = await params
  const context = await requireContext(`/${id}/settings/approval`)
  const project = await requireProject(context, id)
  const page = await members.list(context, { id, limit: 200 })
  return <ApprovalSettings project={project} approvers={page.members.filter(({ role }) => managesProject(role))} />
}
