import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { channelNames } from '@/components/channels/channel-names'
import { SetPageProject } from '@/components/chrome/page-project'
import { ChooseAccount } from '@/components/connections/choose-account'
import { ConnectedNotice } from '@/components/connections/connected-notice'
import { ReconnectButton } from '@/components/connections/reconnect-button'
import { ButtonLink } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import { PageHeader } from '@/components/ui/page-header'
import { read } from '@/lib/connections/consent/consent'
import { isForOthers } from '@/lib/connections/consent/consent-text'
import type { Consent } from '@/lib/connections/consent/contract'
import { isUuid, listOwnProjects, orNotFound, requireContext } from '../../../context'

export const metadata: Metadata = { title: 'Connect an account', referrer: 'no-referrer' }

type Props = { params: Promise<{ id: string }> }

/** Shown after a return from a network, until the account is connected. */
export default async function ConsentPage({ params }: Props) {
  const { id } = await params
  const context = await requireContext(`/connect/consents/${id}`)
  if (!isUuid(id)) notFound()
  const { consent } = await orNotFound(read(context, { id }))
  const project = (await listOwnProjects()).find((own) => own.id === consent.project_id)
  return (
    <div className="mx-auto w-full max-w-2xl">
      <SetPageProject id={consent.project_id} />
      <PageHeader title={`Connect ${channelNames[consent.channel]}`}>
        {project && (
          <>
            For the project <strong className="font-semibold text-ink">{project.name}</strong>
          </>
        )}
      </PageHeader>
      <ConsentState consent={consent} />
    </div>
  )
}

function ConsentState({ consent }: { consent: Consent }) {
  const { status, failure, project_id: projectId, channel, return_to: returnTo } = consent
  if (status === 'choosing') return <ChooseAccount consent={consent} />
  if (status === 'connected') {
    return (
      <>
        <ConnectedNotice consent={consent} />
        <ButtonLink href={returnTo}>Continue</ButtonLink>
      </>
    )
  }
  const canRetry = !failure || !isForOthers(failure.code)
  const title = failure?.title ?? (status === 'expired' ? 'Connecting took too long' : 'Not connected yet')
  return (
    <div className="flex flex-col gap-5">
      <Notice tone={failure?.code === 'cancelled' ? 'info' : 'bad'} role="alert" title={title}>
        <p>{failure?.message ?? 'The network did not grant access within ten minutes.'}</p>
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
        <ReconnectButton
          projectId={projectId}
          channel={channel}
          returnTo={returnTo}
          tone={canRetry ? 'primary' : 'secondary'}
          label="Connect again"
        />
        <ButtonLink tone={canRetry ? 'secondary' : 'primary'} href={returnTo}>
          Back to connections
        </ButtonLink>
      </div>
    </div>
  )
}
