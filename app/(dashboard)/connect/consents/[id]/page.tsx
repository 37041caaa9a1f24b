import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { channelNames } from '@/components/channels/channel-names'
import { ShowsProject } from '@/components/chrome/shown-project'
import { AgainButton } from '@/components/connections/again-button'
import { ChooseAccount } from '@/components/connections/choose-account'
import { ConnectedNotice } from '@/components/connections/connected-notice'
import { ButtonLink } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import { PageHeader } from '@/components/ui/page-header'
import { read } from '@/lib/connections/consent'
import type { Consent } from '@/lib/connections/consent-contract'
import { isForOthers } from '@/lib/connections/consent-words'
import { isUuid, listOwnProjects, orNotFound, requireContext } from '../../../context'

export const metadata: Metadata = { title: 'Connect an account', referrer: 'no-referrer' }

type Props = { params: Promise<{ id: string }> }

/** Where everybody arrives who comes back from a network and is not connected yet. */
export default async function ConsentPage({ params }: Props) {
  const { id } = await params
  const context = await requireContext(`/connect/consents/${id}`)
  if (!isUuid(id)) notFound()
  const { consent } = await orNotFound(read(context, { id }))
  const project = (await listOwnProjects()).find((own) => own.id === consent.project_id)
  return (
    <div className="mx-auto w-full max-w-2xl">
      <ShowsProject id={consent.project_id} />
      <PageHeader title={`Connect ${channelNames[consent.channel]}`}>
        {project && (
          <>
            For the project <strong className="font-semibold text-ink">{project.name}</strong>
          </>
        )}
      </PageHeader>
      <Standing consent={consent} />
    </div>
  )
}

function Standing({ consent }: { consent: Consent }) {
  const { status, failure, project_id: projectId, channel, return_to: returnTo } = consent
  if (status === 'choosing') return <ChooseAccount consent={consent} />
  if (status === 'connected') {
    return (
      <>
        <ConnectedNotice consent={consent} />
        <ButtonLink href={returnTo}>Go on</ButtonLink>
      </>
    )
  }
  const isOurs = !failure || !isForOthers(failure.code)
  const isLate = status === 'expired'
  const title = failure?.title ?? (isLate ? 'It took too long' : 'This is not finished')
  return (
    <div className="flex flex-col gap-5">
      <Notice tone={failure?.code === 'cancelled' ? 'info' : 'bad'} role="alert" title={title}>
        <p>{failure?.message ?? 'The network has not sent you back yet, or more than ten minutes went by.'}</p>
        {failure && failure.missing_scopes.length > 0 && (
          <ul className="my-1 list-disc pl-5">
            {failure.missing_scopes.map(({ name, purpose }) => (
              <li key={name}>
                <code className="font-mono text-xs">{name}</code>: Storycast needs this to {purpose}.
              </li>
            ))}
          </ul>
        )}
        <p>{failure?.remedy ?? 'Connect the account again.'}</p>
      </Notice>
      <div className="flex flex-wrap gap-2">
        <AgainButton
          projectId={projectId}
          channel={channel}
          returnTo={returnTo}
          tone={isOurs ? 'primary' : 'secondary'}
          label="Connect again"
        />
        <ButtonLink tone={isOurs ? 'secondary' : 'primary'} href={returnTo}>
          Back to connections
        </ButtonLink>
      </div>
    </div>
  )
}
