'use client'

import { useMutation } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useRef, useState } from 'react'
import { ErrorNote } from '@/components/errors/error-note'
import { isShownByFields, issueFor } from '@/components/errors/form-issues'
import { Button } from '@/components/ui/button'
import { TextField } from '@/components/ui/field'
import { Form } from '@/components/ui/form'
import { useToast } from '@/components/ui/toast'
import type { Account } from '@/lib/account/contract'
import { call, sendFile } from '@/lib/api/client'
import { deletePhoto, putPhoto, updateAccount } from '@/lib/openapi/operations.generated'
import { AccountSection } from './account-section'
import { Avatar } from './avatar'
import { shrinkPhoto } from './shrink-photo'

const photoTypes = 'image/jpeg,image/png,image/webp,image/gif,image/avif'

export function ProfileSection({ account }: { account: Account }) {
  return (
    <AccountSection title="Profile" description="Shown to members of your projects.">
      <Photo name={account.name} initialUrl={account.photo_url} />
      <NameForm account={account} />
    </AccountSection>
  )
}

function Photo({ name, initialUrl }: { name: string; initialUrl: string | null }) {
  const router = useRouter()
  const input = useRef<HTMLInputElement>(null)
  const [url, setUrl] = useState(initialUrl)
  const show = (changed: Account): void => {
    setUrl(changed.photo_url)
    // The user menu shows it too.
    router.refresh()
  }
  const upload = useMutation({
    mutationFn: async (file: File) => sendFile(putPhoto, await shrinkPhoto(file)),
    onSuccess: show,
  })
  const remove = useMutation({ mutationFn: () => call(deletePhoto, {}), onSuccess: show })
  const error = upload.error ?? remove.error
  return (
    <div className="flex flex-wrap items-center gap-4">
      <Avatar name={name} photoUrl={url} className="size-16 text-xl" />
      <div className="flex flex-wrap gap-2">
        <Button isBusy={upload.isPending} onClick={() => input.current?.click()}>
          {url ? 'Change photo' : 'Upload photo'}
        </Button>
        {url && (
          <Button isBusy={remove.isPending} onClick={() => remove.mutate()}>
            Remove photo
          </Button>
        )}
        <input
          ref={input}
          type="file"
          accept={photoTypes}
          aria-label="Photo"
          className="sr-only"
          tabIndex={-1}
          onChange={(event) => {
            const [file] = event.target.files ?? []
            event.target.value = ''
            remove.reset()
            if (file) upload.mutate(file)
          }}
        />
      </div>
      {error && (
        <div className="basis-full">
          <ErrorNote error={error} title="Photo not changed" />
        </div>
      )}
    </div>
  )
}

function NameForm({ account }: { account: Account }) {
  const router = useRouter()
  const toast = useToast()
  const { mutate, isPending, error } = useMutation({
    mutationFn: (name: string) => call(updateAccount, { name }),
    onSuccess: () => {
      toast('Name saved.')
      router.refresh()
    },
  })
  return (
    <Form onSubmit={(fields) => mutate(String(fields.get('name')))}>
      <TextField
        label="Name"
        name="name"
        autoComplete="name"
        required
        maxLength={120}
        defaultValue={account.name}
        error={issueFor(error, 'name', 'The name')}
      />
      {error && !isShownByFields(error, ['name']) && <ErrorNote error={error} title="Name not saved" />}
      <Button tone="primary" type="submit" isBusy={isPending} className="self-start">
        Save name
      </Button>
    </Form>
  )
}
