import type { Metadata } from 'next'
import { ButtonLink } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import { PageHeader } from '@/components/ui/page-header'
import { problems } from '@/lib/connections/consent/consent-text'
import { currentProject, sessionContext } from '../../context'

export const metadata: Metadata = { title: 'Not connected', referrer: 'no-referrer' }

type Props = { searchParams: Promise<{ code?: string | string[] }> }

/** Shown after a return from a network that matches no started consent. Unknown codes get a generic message. */
export default async function ProblemPage({ searchParams }: Props) {
  const { code } = await searchParams
  const { title, message, remedy } = problems[isProblem(code) ? code : 'state_unknown']
  const isSignedIn = (await sessionContext()) !== null
  const project = isSignedIn ? await currentProject() : null
  return (
    // Only the dashboard layout has padding.
    <div className={`mx-auto w-full max-w-2xl ${isSignedIn ? '' : 'p-4'}`}>
      <PageHeader title="Connect an account" />
      <div className="flex flex-col gap-5">
        <Notice tone="bad" role="alert" title={title}>
          <p>{message}</p>
          <p>{remedy}</p>
        </Notice>
        <div>
          {isSignedIn ? (
            <ButtonLink tone="primary" href={project ? `/${project.id}/connections` : '/'}>
              Go to connections
            </ButtonLink>
          ) : (
            <ButtonLink tone="primary" href="/sign-in">
              Sign in
            </ButtonLink>
          )}
        </div>
      </div>
    </div>
  )
}

const isProblem = (code: unknown): code is keyof typeof problems =>
  typeof code === 'string' && Object.hasOwn(problems, code)
