'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { issueFor } from '@/components/errors/form-issues'
import { useIsAtLeast } from '@/components/projects/role'
import { SettingsForm } from '@/components/projects/settings-form'
import { Button } from '@/components/ui/button'
import { CheckField, TextField } from '@/components/ui/field'
import { useToast } from '@/components/ui/toast'
import { call } from '@/lib/api/client'
import { deleteVoiceRules, putVoiceRules } from '@/lib/openapi/operations.generated'
import { ChipListField } from './chip-list-field'
import { exclamationsProblem, formOf, limits, type RuleForm, rulesOf, type SavedRules } from './rule-form'
import { ScheduledViolations, violationsKey } from './scheduled-violations'
import { byKind, withEntries } from './split-entries'
import { VoiceTest } from './voice-test'

type Props = { projectId: string; saved: SavedRules }

/** The brand voice rules of the project, with a box to try them. */
export function VoiceSettings({ projectId, saved }: Props) {
  const mayChange = useIsAtLeast('admin')
  const [form, setForm] = useState(() => formOf(saved))
  const [stored, setStored] = useState(form)
  const [isPresent, setIsPresent] = useState(saved.rules_present)
  const [moved, setMoved] = useState<string[]>([])
  const { save, clear } = useVoiceRules(projectId, (rules) => {
    const next = formOf(rules)
    setForm(next)
    setStored(next)
    setIsPresent(rules.rules_present)
  })
  const edit = (patch: Partial<RuleForm>): void => setForm((current) => ({ ...current, ...patch }))
  const addWords = (entries: string[]): void => {
    const { words, phrases } = byKind(entries)
    edit({ words: withEntries(form.words, words), phrases: withEntries(form.phrases, phrases) })
    setMoved(phrases)
  }
  const problem = exclamationsProblem(form)
  return (
    <div className="flex max-w-2xl flex-col gap-6">
      <SettingsForm
        title="Brand voice"
        intro="Posts that break these rules cannot be scheduled. Drafts are saved with the problems marked."
        action="change the brand voice"
        onSave={() => {
          if (problem === null) save.mutate(rulesOf(form))
        }}
        isPending={save.isPending}
        isDirty={JSON.stringify(form) !== JSON.stringify(stored)}
        error={save.error ?? clear.error}
        otherAction={
          isPresent && (
            <Button tone="ghost" isBusy={clear.isPending} onClick={() => clear.mutate(rulesOf(form))}>
              Remove all rules
            </Button>
          )
        }
      >
        <ChipListField
          label="Words to avoid"
          placeholder="cheap"
          hint="Whole words, ignoring case. Paste a list to add many at once."
          entries={form.words}
          max={limits.words}
          error={issueFor(save.error, 'forbidden_words', 'A word')}
          isDisabled={!mayChange}
          onAdd={addWords}
          onRemove={(entry) => edit({ words: form.words.filter((word) => word !== entry) })}
        />
        <ChipListField
          label="Phrases to avoid"
          placeholder="act now"
          hint="Found anywhere in the text, ignoring case."
          entries={form.phrases}
          max={limits.phrases}
          error={issueFor(save.error, 'forbidden_phrases', 'A phrase')}
          isDisabled={!mayChange}
          onAdd={(entries) => edit({ phrases: withEntries(form.phrases, entries) })}
          onRemove={(entry) => edit({ phrases: form.phrases.filter((phrase) => phrase !== entry) })}
        />
        <p role="status" className="-mt-3 text-sm text-ink-soft empty:hidden">
          {moved.length > 0 &&
            `Added to phrases because of the spaces: ${moved
              .slice(0, 3)
              .map((entry) => `“${entry}”`)
              .join(', ')}${moved.length > 3 ? ` and ${moved.length - 3} more` : ''}.`}
        </p>
        <TextField
          label="Exclamation marks per text"
          inputMode="numeric"
          autoComplete="off"
          placeholder="No limit"
          hint="Empty for no limit, 0 for none."
          className="max-w-56"
          value={form.exclamations}
          onChange={(event) => edit({ exclamations: event.target.value })}
          error={problem ?? issueFor(save.error, 'max_exclamation_count', 'The number')}
        />
        <CheckField
          label="No emojis"
          checked={form.blocksEmojis}
          onChange={(event) => edit({ blocksEmojis: event.target.checked })}
        />
        <CheckField
          label="No words in capitals"
          hint="Words of four or more letters. Links are ignored."
          checked={form.blocksCapitals}
          onChange={(event) => edit({ blocksCapitals: event.target.checked })}
        />
      </SettingsForm>
      <VoiceTest projectId={projectId} rules={rulesOf(problem === null ? form : { ...form, exclamations: '' })} />
      <ScheduledViolations projectId={projectId} hasRules={isPresent} />
    </div>
  )
}

function useVoiceRules(projectId: string, onChanged: (rules: SavedRules) => void) {
  const toast = useToast()
  const queries = useQueryClient()
  const put = (rules: ReturnType<typeof rulesOf>) => call(putVoiceRules, { id: projectId, ...rules })
  const show = ({ scheduled_violations, ...rules }: Awaited<ReturnType<typeof put>>): void => {
    queries.setQueryData(violationsKey(projectId), scheduled_violations)
    onChanged(rules)
  }
  const save = useMutation({
    mutationFn: put,
    onSuccess: (answer) => {
      show(answer)
      toast('Settings saved.')
    },
  })
  const clear = useMutation({
    mutationFn: async (before: ReturnType<typeof rulesOf>) => {
      await call(deleteVoiceRules, { id: projectId })
      return before
    },
    onSuccess: (before) => {
      onChanged(noRules)
      queries.removeQueries({ queryKey: violationsKey(projectId) })
      const undo = (): void => {
        put(before).then(show, (error: Error) => toast(`Rules not restored. ${error.message}`, 'bad'))
      }
      toast('All rules removed.', 'good', { label: 'Undo', onUndo: undo })
    },
  })
  return { save, clear }
}

const noRules: SavedRules = {
  rules_present: false,
  forbidden_words: [],
  forbidden_phrases: [],
  block_emojis: false,
  max_exclamation_count: null,
  block_all_caps_words: false,
  updated_at: null,
}
