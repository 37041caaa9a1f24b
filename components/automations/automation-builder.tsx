'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { nameChannels } from '@/components/channels/channel-names'
import { useConnectedChannels } from '@/components/composer/checks/use-connected-channels'
import { ErrorNote } from '@/components/errors/error-note'
import { isShownByFields, issueFor } from '@/components/errors/form-issues'
import { RoleNote, useMay } from '@/components/projects/role'
import { refreshTemplates } from '@/components/templates/template-keys'
import { useZone } from '@/components/time/zone'
import { Button, ButtonLink } from '@/components/ui/button'
import { CheckField, TextField } from '@/components/ui/field'
import { PageHeader } from '@/components/ui/page-header'
import { useToast } from '@/components/ui/toast'
import { UnsavedChanges, useIsChanged } from '@/components/unsaved/unsaved-changes'
import { call } from '@/lib/api/client'
import type { Automation } from '@/lib/automations/resource-contract'
import type { SocialConnection } from '@/lib/connections/contract'
import { createAutomation, createTemplate, editAutomation } from '@/lib/openapi/operations.generated'
import { type AutomationDraft, blankDraft, draftOf, inputOf, missingIn } from './automation-draft'
import { automationKeys } from './automation-keys'
import { AutomationState } from './automation-state'
import { recipes, withRecipe } from './recipes'
import { RunLog } from './run-log'
import type { Sources } from './sources'
import { StoryPart } from './story-part'
import { freeTemplateName, isTemplateNameTaken } from './template-names'
import { TemplatePart } from './template-part'
import { TestRun, useTestRun } from './test-run'
import { type PartProps, TriggerPart } from './trigger-part'
import { useAutomation } from './use-automations'

type Given = { projectId: string; sources: Omit<Sources, 'connected'>; connections: SocialConnection[]; now: string }

/** Creates an automation, from a recipe or from scratch. */
export function NewAutomation({ recipe, ...given }: Given & { recipe: string | undefined }) {
  const { timeZone } = useZone()
  const { connected } = useConnectedChannels(given.projectId, given.connections, given.now)
  const [start] = useState(() => {
    const [only, ...others] = given.sources.connectors
    const blank = { ...blankDraft(timeZone), connectorId: only && others.length === 0 ? only.id : '' }
    const chosen = recipes.find(({ id }) => id === recipe)
    return chosen
      ? withRecipe(blank, chosen, { connected, templates: given.sources.templates })
      : { ...blank, channels: connected.slice(0, 1) }
  })
  return (
    <>
      <PageHeader title="New automation" back={{ href: `/${given.projectId}/automations`, label: 'Automations' }} />
      <RoleNote scope="automations:write" className="mb-4 text-ink-soft" />
      <Builder projectId={given.projectId} sources={{ ...given.sources, connected }} start={start} />
    </>
  )
}

/** Edits an automation, with its state and its runs. */
export function EditAutomation({ automation, ...given }: Given & { automation: Automation }) {
  const { timeZone } = useZone()
  const { connected } = useConnectedChannels(given.projectId, given.connections, given.now)
  const { data } = useAutomation(given.projectId, automation)
  const [start] = useState(() => draftOf(automation, timeZone))
  const mayWrite = useMay('automations:write')
  return (
    <>
      <PageHeader title={data.name} back={{ href: `/${given.projectId}/automations`, label: 'Automations' }} />
      <RoleNote scope="automations:write" className="mb-4 text-ink-soft" />
      <AutomationState automation={data} mayWrite={mayWrite} />
      <Builder
        projectId={given.projectId}
        sources={{ ...given.sources, connected }}
        start={start}
        automation={automation}
      />
      <RunLog automation={data} mayWrite={mayWrite} />
    </>
  )
}

const shownPaths = ['name', 'trigger', 'template', 'template_id', 'channels']

type BuilderProps = { projectId: string; sources: Sources; start: AutomationDraft; automation?: Automation }

function Builder({ projectId, sources, start, automation }: BuilderProps) {
  const [draft, setDraft] = useState(start)
  const [showsMissing, setShowsMissing] = useState(false)
  const mayWrite = useMay('automations:write')
  const test = useTestRun(projectId, draft)
  const change = (patch: Partial<AutomationDraft>): void => setDraft((before) => ({ ...before, ...patch }))
  const saving = useSave(projectId, automation, sources.templates, (templateId) =>
    change({ templateId, newTemplate: null }),
  )
  const { mutate, isPending, error } = saving
  const isDirty = useIsChanged(draft, saving)
  const issueOf = (path: string, label: string): string | null =>
    issueFor(error, path, label) ?? issueFor(test.error, path, label)
  const parts: PartProps = { projectId, draft, sources, onChange: change, issueOf, showsMissing }
  const name = suggestedName(draft, sources)
  const missing = missingIn(draft) ?? takenName(draft, sources)
  return (
    <div className="grid items-start gap-x-8 gap-y-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <UnsavedChanges isDirty={isDirty} />
      <form
        noValidate
        aria-label={automation?.name ?? 'New automation'}
        className="panel flex min-w-0 flex-col gap-5 p-4 sm:p-5"
        onSubmit={(event) => {
          event.preventDefault()
          setShowsMissing(true)
          if (!missing) mutate({ ...draft, name: draft.name.trim() || name })
        }}
      >
        <fieldset disabled={!mayWrite} className="contents">
          <div className="flex flex-wrap items-center gap-x-2 gap-y-2.5 text-base">
            <TriggerPart {...parts} />
            <StoryPart {...parts} />
          </div>
          {issueOf('trigger', 'The trigger') && <p className="text-sm text-bad">{issueOf('trigger', 'The trigger')}</p>}
          {issueOf('template_id', 'The template') && (
            <p className="text-sm text-bad">{issueOf('template_id', 'The template')}</p>
          )}
          <TemplatePart {...parts} />
          {draft.kind !== 'schedule' && (
            <CheckField
              label={draft.kind === 'connector_item' ? 'Add the image of the item' : 'Add the media of the story'}
              checked={draft.attachMedia}
              onChange={(event) => change({ attachMedia: event.target.checked })}
            />
          )}
          <TextField
            label="Name"
            isOptional
            placeholder={name}
            hint="Also the campaign name in tracked links."
            value={draft.name}
            maxLength={120}
            onChange={(event) => change({ name: event.target.value })}
          />
          {showsMissing && missing && (
            <p role="alert" className="text-sm text-bad">
              {missing}
            </p>
          )}
          {error && !isShownByFields(error, shownPaths) && (
            <ErrorNote error={error} title="The automation was not saved" />
          )}
          <div className="flex justify-end gap-2">
            <ButtonLink href={`/${projectId}/automations`}>Cancel</ButtonLink>
            <Button tone="primary" type="submit" isBusy={isPending} disabled={!mayWrite}>
              {automation ? 'Save' : 'Create automation'}
            </Button>
          </div>
        </fieldset>
      </form>
      <div className="lg:sticky lg:top-4">
        <TestRun test={test} kind={draft.kind} />
      </div>
    </div>
  )
}

const takenName = ({ newTemplate }: AutomationDraft, { templates }: Sources): string | null =>
  newTemplate && isTemplateNameTaken(newTemplate.name, templates)
    ? 'A template with this name exists. Use another name.'
    : null

/** More channels are counted in a suggested name. */
const namedMax = 3
const triggerNames = { schedule: 'Schedule', moment: 'Moments', story_published: 'Published stories' }

function suggestedName({ kind, connectorId, channels }: AutomationDraft, { connectors }: Sources): string {
  const source =
    kind === 'connector_item' ? (connectors.find(({ id }) => id === connectorId)?.name ?? 'Items') : triggerNames[kind]
  const target = channels.length > namedMax ? `${channels.length} channels` : nameChannels(channels)
  return channels.length > 0 ? `${source.slice(0, 80)} to ${target}` : source
}

/** Saves a new template first, then the automation. */
function useSave(
  projectId: string,
  automation: Automation | undefined,
  templates: Sources['templates'],
  onTemplate: (id: string) => void,
) {
  const queries = useQueryClient()
  const router = useRouter()
  const toast = useToast()
  return useMutation({
    mutationFn: async (draft: AutomationDraft) => {
      let template_id = draft.templateId
      if (draft.newTemplate) {
        const { name, caption } = draft.newTemplate
        const chosen = name.trim() || freeTemplateName(draft.name, templates)
        const made = await call(createTemplate, { project_id: projectId, name: chosen, caption })
        template_id = made.id
        onTemplate(made.id)
        await refreshTemplates(queries, projectId)
      }
      const input = { ...inputOf(draft), name: draft.name, template_id }
      return automation
        ? call(editAutomation, { id: automation.id, ...input })
        : call(createAutomation, { project_id: projectId, ...input })
    },
    onSuccess: async ({ id, name }) => {
      await queries.invalidateQueries({ queryKey: automationKeys.all(projectId) })
      toast(automation ? `Saved “${name}”` : `Created “${name}”`)
      if (!automation) router.push(`/${projectId}/automations/${id}`)
      router.refresh()
    },
  })
}
