'use client'

import { useMutation } from '@tanstack/react-query'
import { Building2, CircleCheck, Flag, Globe, type LucideIcon, UserRound } from 'lucide-react'
import { useState } from 'react'
import { channelNames } from '@/components/channels/channel-names'
import { ErrorNote } from '@/components/errors/error-note'
import { Badge } from '@/components/ui/badge'
import { Button, ButtonLink } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import { call } from '@/lib/api/client'
import { chooseAccount } from '@/lib/api/operations.generated'
import type { Consent } from '@/lib/connections/consent-contract'
import { AgainButton } from './again-button'

type Choice = Consent['choices'][number]

const kinds: Record<Choice['kind'], string> = {
  profile: 'Profile',
  page: 'Page',
  organization: 'Organisation',
  site: 'Site',
}

const kindIcons: Record<Choice['kind'], LucideIcon> = {
  profile: UserRound,
  page: Flag,
  organization: Building2,
  site: Globe,
}

const nameOf = ({ account_name, handle, account_id }: Pick<Choice, 'account_name' | 'handle' | 'account_id'>): string =>
  account_name ?? handle ?? account_id

/** One of the accounts that the network gave. Which one stories go out under is never guessed. */
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
  const isOtherAlone = connected !== null && !choices.some(({ is_connected }) => is_connected)
  return (
    <form
      className="flex flex-col gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        if (chosen !== null) mutate(chosen)
      }}
    >
      {isOtherAlone && connected && (
        <Notice tone="warn" title="This is another account than before">
          <p>
            {channelNames[channel]} let you in to {choices.map((choice) => `“${nameOf(choice)}”`).join(', ')}, and this
            project posts as “{nameOf(connected)}”. Try again with the right one
            {usable.length > 0 && ', or connect the other in its place'}.
          </p>
        </Notice>
      )}
      <fieldset className="flex flex-col gap-3">
        <legend className="mb-2 font-medium">Stories for {channelNames[channel]} go out as</legend>
        {chosen === null && usable.length > 0 && <p className="text-ink-soft">Choose one to go on.</p>}
        {choices.map((choice) => (
          <ChoiceRow
            key={choice.account_id}
            choice={choice}
            isChosen={choice.account_id === chosen}
            onChoose={setChosen}
          />
        ))}
      </fieldset>
      {error && <ErrorNote error={error} title="Not connected" />}
      <div className="flex flex-wrap gap-2">
        {usable.length > 0 && (
          <Button tone="primary" type="submit" isBusy={isPending}>
            {other ? `Connect it in place of “${nameOf(connected)}”` : 'Connect'}
          </Button>
        )}
        <AgainButton
          projectId={projectId}
          channel={channel}
          returnTo={returnTo}
          tone={usable.length > 0 ? 'secondary' : 'primary'}
          label={isOtherAlone ? 'Try again with the right account' : 'Ask again'}
        />
        <ButtonLink tone="ghost" href={returnTo}>
          Cancel
        </ButtonLink>
      </div>
    </form>
  )
}

function ChoiceRow({
  choice,
  isChosen,
  onChoose,
}: {
  choice: Choice
  isChosen: boolean
  onChoose: (accountId: string) => void
}) {
  const { account_id, handle, picture_url, kind, obstacle, is_connected } = choice
  const KindIcon = kindIcons[kind]
  const obstacleId = `obstacle-${account_id}`
  return (
    <label className="panel flex items-start gap-3 p-3 has-checked:border-accent">
      <input
        type="radio"
        name="account"
        value={account_id}
        checked={isChosen}
        required
        disabled={obstacle !== null}
        aria-describedby={obstacle ? obstacleId : undefined}
        onChange={() => onChoose(account_id)}
        className="mt-3 size-4 shrink-0"
      />
      {picture_url ? (
        // biome-ignore lint/performance/noImgElement: it stands at the network, which is not told who looks.
        <img
          src={picture_url}
          alt=""
          referrerPolicy="no-referrer"
          className="size-10 shrink-0 rounded-full object-cover"
        />
      ) : (
        <span
          aria-hidden
          className="flex size-10 shrink-0 items-center justify-center rounded-full bg-quiet-wash text-quiet"
        >
          <KindIcon size={20} />
        </span>
      )}
      <span className="flex min-w-0 flex-1 flex-col">
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1 wrap-anywhere">
          <span className="font-medium">{nameOf(choice)}</span>
          <Badge tone="quiet" Icon={kindIcons[kind]}>
            {kinds[kind]}
          </Badge>
          {is_connected && (
            <Badge tone="good" Icon={CircleCheck}>
              Connected now
            </Badge>
          )}
        </span>
        {handle && <span className="text-sm wrap-anywhere text-ink-soft">@{handle}</span>}
        {obstacle && (
          <span id={obstacleId} className="text-sm text-bad">
            {obstacle}
          </span>
        )}
      </span>
    </label>
  )
}
