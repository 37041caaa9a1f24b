'use client'

import { useMutation } from '@tanstack/react-query'
import { Building2, CircleCheck, Flag, Globe, type LucideIcon, UserRound } from 'lucide-react'
import { useState } from 'react'
import { ChannelAvatar } from '@/components/channels/channel-avatar'
import { channelNames } from '@/components/channels/channel-names'
import { ErrorNote } from '@/components/errors/error-note'
import { Badge } from '@/components/ui/badge'
import { Button, ButtonLink } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import { call } from '@/lib/api/client'
import type { Consent } from '@/lib/connections/consent/contract'
import { chooseAccount } from '@/lib/openapi/operations.generated'
import { ReconnectButton } from './reconnect-button'

type Choice = Consent['choices'][number]

const kinds: Record<Choice['kind'], string> = {
  profile: 'Profile',
  page: 'Page',
  organization: 'Organization',
  site: 'Site',
}

const kindIcons: Record<Choice['kind'], LucideIcon> = {
  profile: UserRound,
  page: Flag,
  organization: Building2,
  site: Globe,
}

const displayName = ({
  account_name,
  handle,
  account_id,
}: Pick<Choice, 'account_name' | 'handle' | 'account_id'>): string => account_name ?? handle ?? account_id

/** Lets the user pick one of the accounts that the network returned. */
export function ChooseAccount({ consent }: { consent: Consent }) {
  const { id, channel, choices, connected_account: connected, project_id: projectId, return_to: returnTo } = consent
  const usable = choices.filter(({ obstacle }) => obstacle === null)
  const first = usable.find(({ is_connected }) => is_connected) ?? (usable.length === 1 ? usable[0] : undefined)
  const [chosen, setChosen] = useState(first?.account_id ?? null)
  const other = connected && chosen !== null && chosen !== connected.account_id
  const { mutate, isPending, error } = useMutation({
    mutationFn: async (accountId: string) => {
      await call(chooseAccount, { id, account_id: accountId, ...(other ? { replace: true } : {}) })
      const address = new URL(returnTo, window.location.origin)
      address.searchParams.set('consent', id)
      window.location.assign(address.href)
      return new Promise<never>(() => {})
    },
  })
  const isWrongAccount = connected !== null && !choices.some(({ is_connected }) => is_connected)
  return (
    <form
      className="flex flex-col gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        if (chosen !== null) mutate(chosen)
      }}
    >
      {isWrongAccount && connected && (
        <Notice tone="warn" title="This is a different account">
          <p>
            {channelNames[channel]} returned {choices.map((choice) => `“${displayName(choice)}”`).join(', ')}, but this
            project is connected to “{displayName(connected)}”. Try again with that account
            {usable.length > 0 && ' or replace it'}.
          </p>
        </Notice>
      )}
      <fieldset className="flex flex-col gap-3">
        <legend className="mb-2 font-medium">Publish to {channelNames[channel]} as</legend>
        {chosen === null && usable.length > 0 && <p className="text-ink-soft">Choose an account.</p>}
        {choices.map((choice) => (
          <ChoiceRow
            key={choice.account_id}
            channel={channel}
            choice={choice}
            isChosen={choice.account_id === chosen}
            onChoose={setChosen}
          />
        ))}
      </fieldset>
      {error && <ErrorNote error={error} title="Account not connected" />}
      <div className="flex flex-wrap gap-2">
        <ButtonLink tone="ghost" href={returnTo}>
          Cancel
        </ButtonLink>
        <ReconnectButton
          projectId={projectId}
          channel={channel}
          returnTo={returnTo}
          tone={usable.length > 0 ? 'secondary' : 'primary'}
          label={isWrongAccount ? 'Use another account' : 'Reload accounts'}
        />
        {usable.length > 0 && (
          <Button tone="primary" type="submit" isBusy={isPending}>
            {other ? `Replace “${displayName(connected)}”` : 'Connect'}
          </Button>
        )}
      </div>
    </form>
  )
}

function ChoiceRow({
  channel,
  choice,
  isChosen,
  onChoose,
}: {
  channel: Consent['channel']
  choice: Choice
  isChosen: boolean
  onChoose: (accountId: string) => void
}) {
  const { account_id, handle, picture_url, kind, obstacle, is_connected } = choice
  const problemId = `obstacle-${account_id}`
  return (
    <label className="panel flex items-start gap-3 p-3 has-checked:border-accent has-enabled:cursor-pointer has-enabled:hover:bg-hover has-disabled:bg-sunken">
      <input
        type="radio"
        name="account"
        value={account_id}
        checked={isChosen}
        required
        disabled={obstacle !== null}
        aria-describedby={obstacle ? problemId : undefined}
        onChange={() => onChoose(account_id)}
        className="mt-3.5 size-4 shrink-0 accent-(--accent-fill)"
      />
      <ChannelAvatar channel={channel} name={displayName(choice)} photoUrl={picture_url} size="large" />
      <span className="flex min-w-0 flex-1 flex-col">
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1 wrap-anywhere">
          <span className="font-medium">{displayName(choice)}</span>
          <Badge tone="quiet" Icon={kindIcons[kind]}>
            {kinds[kind]}
          </Badge>
          {is_connected && (
            <Badge tone="good" Icon={CircleCheck}>
              Connected
            </Badge>
          )}
        </span>
        {handle && <span className="text-sm wrap-anywhere text-ink-soft">@{handle}</span>}
        {obstacle && (
          <span id={problemId} className="text-sm text-bad">
            {obstacle}
          </span>
        )}
      </span>
    </label>
  )
}
