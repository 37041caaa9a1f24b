import { expect, test } from 'vitest'
import type { Automation } from '@/lib/automations/resource-contract'
import type { ChannelId } from '@/lib/channel-ids'
import { blankDraft, draftOf, inputOf, missingIn } from './automation-draft'
import { recipes, withRecipe } from './recipes'
import { sentenceText } from './sentence-text'
import type { Sources } from './sources'

const [connectorId, templateId] = ['018f0000-0000-7000-8000-000000000001', '018f0000-0000-7000-8000-000000000002']

const automation = (changes: Partial<Automation>): Automation => ({
  id: templateId,
  project_id: templateId,
  name: 'Mine',
  trigger: { kind: 'connector_item', connector_id: connectorId, contains: null },
  template_id: templateId,
  channels: ['linkedin', 'x'],
  mode: 'draft',
  schedule: { kind: 'next_free_time' },
  attach_media: true,
  active: true,
  last_run_at: null,
  next_run_at: null,
  last_error: null,
  failure_count: 0,
  created_at: '2030-01-01T00:00:00.000Z',
  updated_at: '2030-01-01T00:00:00.000Z',
  ...changes,
})
const connected: ChannelId[] = ['instagram', 'x', 'linkedin', 'ghost']
const names = {
  connectors: [{ id: connectorId, name: 'Blog' }],
  templates: [{ id: templateId, name: 'New article' }],
} as unknown as Sources

test.each<[Partial<Automation>, string]>([
  [{}, 'When a new item appears in Blog, create a draft from New article for LinkedIn and X.'],
  [
    { trigger: { kind: 'connector_item', connector_id: null, contains: 'rye' }, template_id: null },
    'When a new item with “rye” appears in a deleted connector, create a draft from a deleted template for LinkedIn and X.',
  ],
  [
    { trigger: { kind: 'moment', kinds: null, min_severity: 'exceptional' }, channels: ['x'], mode: 'schedule' },
    'When a moment of exceptional severity or more is detected, schedule a story at the next free time from New article for X.',
  ],
  [
    {
      trigger: { kind: 'story_published', channels: ['ghost'], content_types: ['tips'] },
      channels: ['x'],
      mode: 'schedule',
      schedule: { kind: 'delay', minutes: 90 },
    },
    'When a story of tips is published on Ghost, schedule a story 90 minutes later from New article for X.',
  ],
  [
    {
      trigger: {
        kind: 'schedule',
        cadence: { kind: 'weekly', time: '16:00', weekdays: [5] },
        timezone: 'Europe/Berlin',
      },
      channels: ['x'],
    },
    'Every Friday at 4:00\u00a0PM, Berlin, create a draft from New article for X.',
  ],
])('%#: a sentence for each trigger, and the form changes nothing', (changes, sentence) => {
  const given = automation(changes)
  expect(sentenceText(given, names, 'en-US')).toBe(sentence)
  const { trigger, channels, mode, schedule, attach_media } = given
  const kept = trigger.kind === 'connector_item' ? { ...trigger, connector_id: trigger.connector_id ?? '' } : trigger
  expect(inputOf(draftOf(given, 'UTC'))).toEqual({ trigger: kept, channels, mode, schedule, attach_media })
})

test.each(recipes.map((recipe) => [recipe.id, recipe] as const))(
  'recipe %s is complete but for a connector',
  (_, recipe) => {
    const draft = withRecipe({ ...blankDraft('UTC'), connectorId }, recipe, { connected, templates: [] })
    expect(missingIn(draft)).toBe(null)
  },
)

test('a recipe can be used again: its template gets a free name', () => {
  const [recipe] = recipes
  if (!recipe) throw new Error('There are no recipes.')
  const templates = [{ name: 'new article' }, { name: 'New article (2)' }] as unknown as Sources['templates']
  const { newTemplate } = withRecipe(blankDraft('UTC'), recipe, { connected, templates })
  expect(newTemplate?.name).toBe('New article (3)')
})

test('says what is missing, in the order of the sentence', () => {
  const blank = blankDraft('UTC')
  expect(missingIn(blank)).toBe('Choose a connector.')
  expect(missingIn({ ...blank, connectorId })).toBe('Choose a template.')
  expect(missingIn({ ...blank, connectorId, newTemplate: { name: '', caption: ' ' } })).toContain('Write the text')
  expect(missingIn({ ...blank, connectorId, templateId })).toBe('Choose at least one channel.')
})
