'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import { issueFor } from '@/components/errors/form-issues'
import { TextArea, TextField } from '@/components/ui/field'
import { Form } from '@/components/ui/form'
import { SelectField } from '@/components/ui/select'
import { call } from '@/lib/api/client'
import type { Asset } from '@/lib/media/contract'
import { altTextMax } from '@/lib/media-files/limits'
import { moveAssets } from '@/lib/openapi/operations.generated'
import { mediaKeys } from '../assets/media-keys'
import { TagField } from '../assets/tag-field'
import { useTags } from '../assets/use-assets'
import { folderOptions, useFolders } from '../folders/use-folders'
import type { AssetFieldName, FieldState } from './asset-drafts'
import { useAssetDrafts } from './use-asset-drafts'

const labels: Record<AssetFieldName, string> = {
  name: 'Name',
  alt_text: 'Alt text',
  category: 'Category',
  tags: 'Tags',
}

/** The fields of a file. Each one is saved when it is left, and all when the dialog closes. */
export function AssetFields({ projectId, asset }: { projectId: string; asset: Asset }) {
  const { fields, drafts } = useAssetDrafts(projectId, asset)
  const categories = useTags(projectId).data?.categories ?? []
  const save = (): void => void drafts.save()
  const fieldOf = (name: AssetFieldName) => ({
    label: labels[name],
    value: fields.texts[name],
    error: errorOf(name, fields.states[name]),
    aside: <SaveState state={fields.states[name]} />,
    onBlur: save,
  })
  const onChange =
    (name: AssetFieldName) =>
    ({ currentTarget }: { currentTarget: { value: string } }): void =>
      drafts.type(name, currentTarget.value)
  return (
    <Form onSubmit={save}>
      <TextField {...fieldOf('name')} required maxLength={200} onChange={onChange('name')} />
      <TextArea
        {...fieldOf('alt_text')}
        isOptional
        hint="For people who cannot see the file. Copied to stories that use it."
        maxLength={altTextMax}
        onChange={onChange('alt_text')}
      />
      <FolderField projectId={projectId} asset={asset} />
      {(asset.category !== null || categories.length > 0) && (
        <>
          <TextField
            {...fieldOf('category')}
            isOptional
            maxLength={100}
            list="media-categories"
            onChange={onChange('category')}
          />
          <datalist id="media-categories">
            {categories.map(({ category }) => (
              <option key={category} value={category} />
            ))}
          </datalist>
        </>
      )}
      <TagField
        {...fieldOf('tags')}
        projectId={projectId}
        onChange={(text) => drafts.type('tags', text)}
        onSuggestion={save}
      />
      {/* Enter in a field submits a form with several fields only if it has a submit button. */}
      <button type="submit" hidden tabIndex={-1} />
    </Form>
  )
}

function SaveState({ state }: { state: FieldState | undefined }) {
  return (
    <span role="status" className="flex items-center gap-1 text-sm text-ink-soft">
      {state?.kind === 'saving' && 'Saving…'}
      {state?.kind === 'saved' && (
        <>
          <Check aria-hidden size={14} className="text-good" />
          Saved
        </>
      )}
    </span>
  )
}

/** Fields that the server names in its errors have a longer name there. */
function errorOf(name: AssetFieldName, state: FieldState | undefined): string | null {
  if (state?.kind !== 'failed') return null
  const { error } = state
  const label = name === 'tags' ? 'Each tag' : `The ${labels[name].toLowerCase()}`
  return issueFor(error, name, label) ?? (error instanceof Error ? error.message : 'Not saved.')
}

function FolderField({ projectId, asset }: { projectId: string; asset: Asset }) {
  const folders = useFolders(projectId).data?.folders ?? []
  const queries = useQueryClient()
  const { mutate, status, error } = useMutation({
    mutationFn: (folder_id: string | null) =>
      call(moveAssets, { project_id: projectId, asset_ids: [asset.id], folder_id }),
    onMutate: (folder_id) =>
      queries.setQueryData<Asset>(mediaKeys.one(projectId, asset.id), (before) => before && { ...before, folder_id }),
    onSettled: () => queries.invalidateQueries({ queryKey: mediaKeys.all(projectId) }),
  })
  if (folders.length === 0) return null
  const kind = status === 'pending' ? 'saving' : status === 'success' ? 'saved' : null
  return (
    <SelectField
      label="Folder"
      options={folderOptions(folders)}
      value={asset.folder_id ?? ''}
      onChange={(folderId) => mutate(folderId || null)}
      error={error && `Not saved. ${error.message}`}
      aside={<SaveState state={kind ? { kind } : undefined} />}
    />
  )
}
