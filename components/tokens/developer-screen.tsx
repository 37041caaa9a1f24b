'use client'

import { BookOpen, KeyRound } from 'lucide-react'
import { useState } from 'react'
import { ZoneLine } from '@/components/time/zone'
import { Button, ButtonLink } from '@/components/ui/button'
import { PageHeader } from '@/components/ui/page-header'
import type { AnswerTo } from '@/lib/api/operation'
import type { createToken, listTokens } from '@/lib/openapi/operations.generated'
import { DeveloperLinks } from './developer-links'
import { DeveloperNav } from './developer-nav'
import { NewToken } from './new-token'
import { TokenDialog } from './token-dialog'
import { TokenList } from './token-list'

type Props = {
  initial: AnswerTo<typeof listTokens>
  projects: { id: string; name: string }[]
  currentId: string | null
  baseUrl: string
  now: string
}

export function DeveloperScreen({ initial, projects, currentId, baseUrl, now }: Props) {
  const [isCreating, setIsCreating] = useState(false)
  const [created, setCreated] = useState<AnswerTo<typeof createToken> | null>(null)
  const openForm = (): void => {
    setCreated(null)
    setIsCreating(true)
  }
  return (
    <>
      <PageHeader
        title="Developer"
        tools={<DeveloperNav />}
        action={
          <div className="flex flex-wrap gap-2">
            <ButtonLink href="/docs" prefetch={false} icon={<BookOpen aria-hidden size={16} />}>
              API reference
            </ButtonLink>
            <Button tone="primary" icon={<KeyRound aria-hidden size={16} />} onClick={openForm}>
              New token
            </Button>
          </div>
        }
      />
      <div className="flex flex-col gap-6">
        {created && <NewToken created={created} baseUrl={baseUrl} onClose={() => setCreated(null)} />}
        <TokenList initial={initial} projects={projects} now={now} onNew={openForm} />
        <DeveloperLinks currentId={currentId} baseUrl={baseUrl} />
        <p className="text-sm text-ink-soft">
          <ZoneLine />
        </p>
      </div>
      {isCreating && (
        <TokenDialog
          projects={projects}
          currentId={currentId}
          onCreated={(token) => {
            setCreated(token)
            setIsCreating(false)
          }}
          onClose={() => setIsCreating(false)}
        />
      )}
    </>
  )
}
