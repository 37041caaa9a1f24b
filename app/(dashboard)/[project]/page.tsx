import { redirect } from 'next/navigation'

type Props = { params: Promise<{ project: string }> }

/** Redirects to the calendar. */
export default async function ProjectPage({ params }: Props) {
  redirect(`/${(await params).project}/calendar`)
}
