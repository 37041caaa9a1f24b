import type { Context } from '@/lib/access/context'
import { sampleTemplates } from '@/lib/sample-data/samples'
import { createTemplate, listTemplates } from '@/lib/templates/contract'
import * as templates from '@/lib/templates/service'
import { putVoiceRules } from '@/lib/voice/contract'
import * as voice from '@/lib/voice/service'

/** Templates and brand voice rules of the demo. An interrupted start repeats it, so templates that exist are kept. */
export async function seedBrand(context: Context, projectId: string): Promise<void> {
  const { templates: made } = await templates.list(context, listTemplates.query.parse({ project_id: projectId }))
  const names = new Set(made.map(({ name }) => name))
  for (const template of sampleTemplates.filter(({ name }) => !names.has(name))) {
    await templates.create(context, createTemplate.body.parse({ project_id: projectId, ...template }))
  }
  const rules = {
    forbidden_words: ['cheap', 'bargain', 'guys'],
    forbidden_phrases: ['act now', 'best price', 'game changer'],
    max_exclamation_count: 1,
    block_all_caps_words: true,
  }
  await voice.put(context, { id: projectId, ...putVoiceRules.body.parse(rules) })
}
