'use client'

import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { FolderOpen } from 'lucide-react'
import { useState } from 'react'
import { NewProjectDialog } from '@/components/projects/new-project-dialog'
import { Button } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'

/** For somebody whose last project is gone. */
export function NoProject() {
  const [client] = useState(() => new QueryClient())
  const [isMaking, setIsMaking] = useState(false)
  return (
    <QueryClientProvider client={client}>
      <main className="mx-auto flex min-h-dvh max-w-2xl flex-col justify-center px-4">
        <EmptyState
          Icon={FolderOpen}
          title="You have no project"
          action={
            <Button tone="primary" onClick={() => setIsMaking(true)}>
              New project
            </Button>
          }
        >
          A project holds the accounts, stories and queue of one brand or client.
        </EmptyState>
      </main>
      {isMaking && <NewProjectDialog onClose={() => setIsMaking(false)} />}
    </QueryClientProvider>
  )
}
