'use client'

import { Plus } from 'lucide-react'
import { kindLooks } from '@/components/moments/moment-look'
import { pillarOptions } from '@/components/pillars/pillar-options'
import { usePillars } from '@/components/pillars/use-pillars'
import { TimezoneField } from '@/components/projects/timezone-field'
import { CadenceFields } from '@/components/recurring/cadence-fields'
import { cadenceOf } from '@/components/recurring/recurring-draft'
import { useZone } from '@/components/time/zone'
import { ButtonLink } from '@/components/ui/button'
import { type MomentKind, momentKinds, severities } from '@/lib/moments/kinds'
import { cadenceText } from '@/lib/recurring/cadence-text'
import type { AutomationDraft, TriggerKind } from './automation-draft'
import { ClauseEnd, InlineChannels, InlinePanel, InlineSelect } from './inline-controls'
import type { Sources } from './sources'

export type PartProps = {
  projectId: string
  draft: AutomationDraft
  sources: Sources
  onChange: (patch: Partial<AutomationDraft>) => void
  issueOf: (path: string, label: string) => string | null
  /** After an attempt to save: marks what is missing. */
  showsMissing: boolean
}

const triggers: { value: TriggerKind; label: string }[] = [
  { value: 'connector_item', label: 'a new item appears' },
  { value: 'story_published', label: 'a story is published' },
  { value: 'moment', label: 'a moment is detected' },
  { value: 'schedule', label: 'On a schedule' },
]

/** “When a new item appears in Blog,” */
export function TriggerPart(props: PartProps) {
  const { draft, onChange } = props
  const Details = details[draft.kind]
  return (
    <>
      {draft.kind !== 'schedule' && <span>When</span>}
      <InlineSelect label="Trigger" options={triggers} value={draft.kind} onChange={(kind) => onChange({ kind })} />
      <Details {...props} />
    </>
  )
}

function ItemDetails({ projectId, draft, sources: { connectors }, onChange, showsMissing }: PartProps) {
  const isKnown = connectors.some(({ id }) => id === draft.connectorId)
  const missing = draft.connectorId === '' ? 'choose a connector' : 'a deleted connector'
  const options = [
    ...(isKnown ? [] : [{ value: draft.connectorId, label: missing }]),
    ...connectors.map(({ id, name }) => ({ value: id, label: name })),
  ]
  return (
    <>
      <span>in</span>
      {connectors.length === 0 ? (
        <ButtonLink isSmall href={`/${projectId}/connectors`} icon={<Plus aria-hidden size={14} />}>
          Add a connector
        </ButtonLink>
      ) : (
        <InlineSelect
          label="Connector"
          options={options}
          value={draft.connectorId}
          onChange={(connectorId) => onChange({ connectorId })}
          isInvalid={showsMissing && !isKnown}
        />
      )}
      <span>with</span>
      <ClauseEnd mark=",">
        <input
          aria-label="Only items with this text"
          placeholder="any text"
          value={draft.contains}
          maxLength={200}
          onChange={(event) => onChange({ contains: event.target.value })}
          className="control w-32!"
        />
      </ClauseEnd>
    </>
  )
}

const severityOptions = severities.map((value) => ({ value, label: value }))

function MomentDetails({ draft: { momentKinds: kinds, minSeverity }, onChange }: PartProps) {
  const several = kinds.length > 1 ? [{ value: kinds.join(), label: `${kinds.length} kinds` }] : []
  const options = [
    { value: '', label: 'any kind' },
    ...several,
    ...momentKinds.map((value) => ({ value: value as string, label: kindLooks[value].label.toLowerCase() })),
  ]
  return (
    <>
      <span>of</span>
      <InlineSelect
        label="Kind of moment"
        options={options}
        value={kinds.join()}
        onChange={(chosen) => onChange({ momentKinds: chosen === '' ? [] : (chosen.split(',') as MomentKind[]) })}
      />
      <span>and at least</span>
      <InlineSelect
        label="Lowest severity"
        options={severityOptions}
        value={minSeverity}
        onChange={(severity) => onChange({ minSeverity: severity })}
      />
      <span>severity,</span>
    </>
  )
}

function PublishedDetails({ projectId, draft, sources: { connected }, onChange }: PartProps) {
  const pillars = usePillars(projectId)
  const { contentTypes } = draft
  const several =
    contentTypes.length > 1 ? [{ value: contentTypes.join(), label: `${contentTypes.length} pillars` }] : []
  const single = contentTypes.length === 1 ? (contentTypes[0] ?? '') : ''
  const hasPillars = pillars.length > 0 || contentTypes.length > 0
  const watched = (
    <InlineChannels
      label="Published on"
      value={draft.watched}
      onChange={(channels) => onChange({ watched: channels })}
      connected={connected}
      emptyText="any channel"
    />
  )
  return (
    <>
      <span>on</span>
      {hasPillars ? watched : <ClauseEnd mark=",">{watched}</ClauseEnd>}
      {hasPillars && (
        <>
          <span>in</span>
          <ClauseEnd mark=",">
            <InlineSelect
              label="Pillar"
              options={[{ value: '', label: 'any pillar' }, ...several, ...pillarOptions(pillars, single)]}
              value={contentTypes.join()}
              onChange={(chosen) => onChange({ contentTypes: chosen === '' ? [] : chosen.split(',') })}
            />
          </ClauseEnd>
        </>
      )}
    </>
  )
}

function ScheduleDetails({ draft: { cadence }, onChange, issueOf }: PartProps) {
  const change = (patch: Partial<typeof cadence>): void => onChange({ cadence: { ...cadence, ...patch } })
  const issue = (path: string, label: string): string | null => issueOf(`trigger.${path}`, label)
  const { locale } = useZone()
  const hasIssue = Boolean(issue('cadence', '') ?? issue('timezone', ''))
  return (
    <ClauseEnd mark=",">
      <InlinePanel
        label="Schedule"
        text={cadenceText(cadenceOf(cadence), cadence.timezone, locale)}
        isInvalid={hasIssue}
      >
        <div className="flex flex-col gap-4">
          <CadenceFields draft={cadence} onChange={change} issueOf={issue} />
          <TimezoneField
            value={cadence.timezone}
            onChange={(timezone) => change({ timezone })}
            error={issue('timezone', 'The time zone')}
          />
        </div>
      </InlinePanel>
    </ClauseEnd>
  )
}

const details: Record<TriggerKind, (props: PartProps) => React.ReactNode> = {
  connector_item: ItemDetails,
  moment: MomentDetails,
  story_published: PublishedDetails,
  schedule: ScheduleDetails,
}
