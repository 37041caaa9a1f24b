'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import { Time } from '@/components/time/zone'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import { call } from '@/lib/api/client'
import type { AnswerTo } from '@/lib/api/operation'
import { getTwoFactor } from '@/lib/openapi/operations.generated'
import { AccountSection } from '../account-section'
import { NewCodesDialog, TurnOffDialog } from './two-factor-changes'
import { twoFactorKey } from './two-factor-key'
import { TwoFactorSetup } from './two-factor-setup'

type Props = { initial: AnswerTo<typeof getTwoFactor>; hasPassword: boolean }
type Opened = 'setup' | 'codes' | 'off'

const description = 'After your password, signing in asks for a code from an app on your phone.'
/** Below this number, the page suggests new codes. */
const fewCodes = 4

export function TwoFactorSection({ initial, hasPassword }: Props) {
  const queries = useQueryClient()
  const [opened, setOpened] = useState<Opened | null>(null)
  const { data } = useQuery({ queryKey: twoFactorKey, queryFn: () => call(getTwoFactor, {}), initialData: initial })
  const close = (): void => {
    setOpened(null)
    void queries.invalidateQueries({ queryKey: twoFactorKey })
  }
  const left = data.recovery_codes_left
  return (
    <AccountSection
      title="Two-factor authentication"
      description={description}
      action={
        data.enabled && (
          <Badge tone="good" Icon={ShieldCheck}>
            On
          </Badge>
        )
      }
    >
      {data.enabled ? (
        <>
          <p className="text-ink-soft">
            On since <Time at={data.enabled_at ?? ''} style="date" />. {left} of 10 recovery codes left.
          </p>
          {left < fewCodes && (
            <Notice tone="warn">
              You have few recovery codes left. Create new ones so that you are not locked out.
            </Notice>
          )}
          <div className="flex flex-wrap gap-2">
            <Button onClick={() => setOpened('codes')}>New recovery codes</Button>
            <Button tone="danger" onClick={() => setOpened('off')}>
              Turn off
            </Button>
          </div>
        </>
      ) : (
        <Button tone="primary" className="self-start" onClick={() => setOpened('setup')}>
          Set up
        </Button>
      )}
      {opened === 'setup' && <TwoFactorSetup hasPassword={hasPassword} onClose={close} />}
      {opened === 'codes' && <NewCodesDialog hasPassword={hasPassword} onClose={close} />}
      {opened === 'off' && <TurnOffDialog hasPassword={hasPassword} onClose={close} />}
    </AccountSection>
  )
}
