'use client'

import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { FolderOpen } from 'lucide-react'
import { useState } from 'react'
import { NewProjectDialog } from '@/components/projects/new-project-dialog'
import { Button } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'

/** For users without a project. */
export function NoProject() {
  const [client] = useState(() => new QueryClient())
  const [isCreating, setIsCreating] = useState(false)
  return (
    <QueryClientProvider client={client}>
      <main className="mx-auto flex min-h-dvh max-w-2xl flex-col justify-center px-4">
        <EmptyState
          Icon={FolderOpen}
          title="No projects yet"
          action={
            <Button tone="primary" onClick={() => setIsCreating(true)}>
              New project
            </Button>
          }
        >
          A project has the accounts, stories and queue of one brand or client.
        </EmptyState>
      </main>
      {isCreating && <NewProjectDialog onClose={() => setIsCreating(false)} />}
    </QueryClientProvider>
  )
}
