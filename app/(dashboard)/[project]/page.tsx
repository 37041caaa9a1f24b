import { redirect } from 'next/navigation'

type Props = { params: Promise<{ project: string }> }

/** A project's own address leads to its first screen. */
export default async function ProjectPage({ params }: Props) {
  redirect(`/${(await params).project}/calendar`)
}
