'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { type ReactNode, useState } from 'react'
import { ErrorNote } from '@/components/errors/error-note'
import { isShownByFields, issueFor } from '@/components/errors/form-issues'
import { useMay } from '@/components/projects/role'
import { Button, ButtonLink } from '@/components/ui/button'
import { TextField } from '@/components/ui/field'
import { useToast } from '@/components/ui/toast'
import { UnsavedChanges, useIsChanged } from '@/components/unsaved/unsaved-changes'
import { call } from '@/lib/api/client'
import type { Connector } from '@/lib/connectors/contract'
import { editConnector, testConnector } from '@/lib/openapi/operations.generated'
import { draftOf, inputOf, newDraft, type SourceDraft } from './connector-draft'
import { connectorKeys } from './connector-keys'
import { SourceFields } from './source-fields'
import { type SourceAnswer, SourcePreview } from './source-preview'
import { useTestSource } from './use-connectors'

type Props = {
  projectId: string
  /** Omit it to create one. */
  connector?: Connector
  /** Shown beside the form before a test. */
  children: ReactNode
}

const shownPaths = ['url', 'kind', 'path', 'key_field', 'headers', 'name']

/** Creates or edits a connector, with a preview of its source beside the form. */
export function ConnectorBuilder({ projectId, connector, children }: Props) {
  const [draft, setDraft] = useState<SourceDraft>(() => (connector ? draftOf(connector) : newDraft))
  const [name, setName] = useState(connector?.name ?? '')
  const mayWrite = useMay('automations:write')
  const test = useTestSource(projectId)
  const save = useSave(projectId, connector)
  const isDirty = useIsChanged([draft, name], { isSuccess: save.data?.name !== undefined })
  const input = inputOf(draft)
  const isUnchanged = connector !== undefined && isSame(draft, draftOf(connector))
  const isTested = test.data?.ok === true && isSame(test.variables, input)
  // The stored headers cannot be tested from the browser. Saving reads the source with them.
  const keepsHeaders = connector?.has_headers === true && draft.keepsHeaders
  const maySave = mayWrite && (isUnchanged || isTested || keepsHeaders)
  const issueOf = (path: string, label: string): string | null =>
    issueFor(test.error, path, label) ?? issueFor(save.error, path, label)
  const change = (patch: Partial<SourceDraft>): void => {
    setDraft((before) => ({ ...before, ...patch }))
    save.reset()
  }
  const runTest = (patch: Partial<SourceDraft> = {}): void => {
    change(patch)
    test.mutate(inputOf({ ...draft, ...patch }))
  }
  const title = test.data?.ok ? test.data.name : null
  const error = save.error ?? test.error
  const list = `/${projectId}/connectors`
  return (
    <div className="grid items-start gap-x-8 gap-y-6 lg:grid-cols-2">
      <UnsavedChanges isDirty={isDirty} />
      <form
        noValidate
        aria-label={connector ? connector.name : 'New connector'}
        className="panel flex min-w-0 flex-col gap-5 p-4 sm:p-5"
        onSubmit={(event) => {
          event.preventDefault()
          if (maySave)
            save.mutate({ name: name.trim(), ...(isUnchanged ? {} : { source: sourceOf(draft, keepsHeaders) }) })
          else if (input.url) runTest()
        }}
      >
        <fieldset disabled={!mayWrite} className="contents">
          <SourceFields
            {...{ draft, issueOf }}
            hasStoredHeaders={connector?.has_headers ?? false}
            onChange={change}
            onPaste={(url) => runTest({ url })}
          />
          <TextField
            label="Name"
            isOptional={!connector}
            maxLength={120}
            placeholder={title ?? 'Our blog'}
            hint={connector ? undefined : 'Default: the title of the feed, or its host.'}
            value={name}
            onChange={(event) => setName(event.target.value)}
            error={issueOf('name', 'The name')}
          />
          {error && !isShownByFields(error, shownPaths) && (
            <ErrorNote error={error} title={save.error ? 'The connector was not saved' : 'The source was not read'} />
          )}
          <div className="flex flex-wrap justify-end gap-2">
            <ButtonLink href={list}>Cancel</ButtonLink>
            {!keepsHeaders && (
              <Button
                type={maySave ? 'button' : 'submit'}
                tone={maySave ? undefined : 'primary'}
                isBusy={test.isPending}
                disabled={!input.url}
                onClick={maySave ? () => runTest() : undefined}
              >
                Test source
              </Button>
            )}
            {maySave && (
              <Button tone="primary" type="submit" isBusy={save.isPending}>
                Save
              </Button>
            )}
          </div>
        </fieldset>
      </form>
      <div className="min-w-0 lg:sticky lg:top-4">
        <SourcePreview
          title={connector ? 'Items' : 'Preview'}
          answer={save.data?.problem ?? (test.data && isSame(test.variables, input) ? test.data : undefined)}
          isPending={test.isPending}
          onUse={(url) => runTest({ url, kind: '' })}
        >
          {children}
        </SourcePreview>
      </div>
    </div>
  )
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

type Source = Omit<ReturnType<typeof inputOf>, 'kind'> & { kind?: Connector['kind'] }

/** Without headers, the stored ones are kept. */
function sourceOf(draft: SourceDraft, keepsHeaders: boolean): Source {
  const { headers, kind, ...source } = inputOf(draft)
  return { ...source, ...(kind ? { kind } : {}), ...(keepsHeaders ? {} : { headers: headers ?? null }) }
}

/** A source that worked in the test can fail a moment later. */
type Saved = { name: string; problem?: never } | { name?: never; problem: SourceAnswer }

function useSave(projectId: string, connector: Connector | undefined) {
  const queries = useQueryClient()
  const router = useRouter()
  const toast = useToast()
  return useMutation({
    mutationFn: async ({ name, source }: { name: string; source?: Source }): Promise<Saved> => {
      if (connector) return { name: (await call(editConnector, { id: connector.id, name, ...source })).name }
      const answer = await call(testConnector, {
        ...{ project_id: projectId, url: '', ...source, save: true },
        ...(name ? { name } : {}),
      })
      return answer.ok ? { name: answer.connector?.name ?? name } : { problem: answer }
    },
    onSuccess: async ({ name, problem }) => {
      if (problem) return
      await queries.invalidateQueries({ queryKey: connectorKeys.all(projectId) })
      toast(`Saved “${name}”`)
      router.push(`/${projectId}/connectors`)
      router.refresh()
    },
  })
}
