'use client'

import { BookOpen, KeyRound } from 'lucide-react'
import { useState } from 'react'
import { ZoneLine } from '@/components/time/zone'
import { Button, ButtonLink } from '@/components/ui/button'
import { PageHeader } from '@/components/ui/page-header'
import type { AnswerTo } from '@/lib/api/operation'
import type { createToken, listTokens } from '@/lib/api/operations.generated'
import { BuildOn } from './build-on'
import { NewToken } from './new-token'
import { TokenForm } from './token-form'
import { TokenList } from './token-list'

type Props = {
  initial: AnswerTo<typeof listTokens>
  projects: { id: string; name: string }[]
  currentId: string | null
  baseUrl: string
  now: string
}

export function DeveloperScreen({ initial, projects, currentId, baseUrl, now }: Props) {
  const [isMaking, setIsMaking] = useState(false)
  const [made, setMade] = useState<AnswerTo<typeof createToken> | null>(null)
  const startMaking = (): void => {
    setMade(null)
    setIsMaking(true)
  }
  return (
    <>
      <PageHeader
        title="Developer"
        action={
          <div className="flex flex-wrap gap-2">
            <ButtonLink href="/docs" prefetch={false} icon={<BookOpen aria-hidden size={16} />}>
              API reference
            </ButtonLink>
            <Button tone="primary" icon={<KeyRound aria-hidden size={16} />} onClick={startMaking}>
              New token
            </Button>
          </div>
        }
      >
        Access tokens let programs do what you do here. <ZoneLine />
      </PageHeader>
      <div className="flex flex-col gap-6">
        {made && <NewToken made={made} baseUrl={baseUrl} onClose={() => setMade(null)} />}
        {isMaking && (
          <TokenForm
            projects={projects}
            currentId={currentId}
            onMade={(answer) => {
              setMade(answer)
              setIsMaking(false)
            }}
            onCancel={() => setIsMaking(false)}
          />
        )}
        <TokenList initial={initial} projects={projects} now={now} onNew={startMaking} />
        <BuildOn currentId={currentId} baseUrl={baseUrl} />
      </div>
    </>
  )
}
