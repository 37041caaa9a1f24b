import { Notice } from '@/components/ui/notice'
import type { AiSettings as Settings } from '@/lib/ai/contract'
import { AiUsage } from './ai-usage'
import { ModelCheck } from './model-check'
import { ModelSetup } from './model-setup'
import { SampleBadge } from './sample-badge'

/** The AI model of this server, and how much the project uses it. */
export function AiSettings({ projectId, settings }: { projectId: string; settings: Settings }) {
  const { text_model: text, embedding_model: embedding, budget, usage } = settings
  return (
    <div className="flex max-w-2xl min-w-0 flex-col gap-6">
      <section aria-labelledby="ai-model" className="panel flex min-w-0 flex-col gap-4 p-5">
        <div>
          <h2 id="ai-model" className="text-lg font-semibold">
            AI model
          </h2>
          <p className="text-ink-soft">
            Suggests captions, hashtags and alt text. It gets the brief, examples and brand voice, never credentials.
          </p>
        </div>
        {text || embedding ? (
          <>
            <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-2">
              <Model label="Texts" model={text} />
              <Model label="Similar captions" model={embedding} />
            </dl>
            {(text?.is_sample || embedding?.is_sample) && (
              <Notice tone="warn" title="This is a sample model">
                It builds texts from your own words, to try out Storycast. They are marked as sample text.
              </Notice>
            )}
            <ModelCheck projectId={projectId} />
          </>
        ) : (
          <Notice tone="info" title="No AI model">
            Everything else works without one. To get suggestions, use your own model as described below.
          </Notice>
        )}
      </section>
      {(text || embedding || usage.items.length > 0) && <AiUsage usage={usage} budget={budget} />}
      <ModelSetup />
    </div>
  )
}

type Model = { name: string; provider: 'openai' | 'compatible'; is_sample: boolean; dimensions?: number | null }

function Model({ label, model }: { label: string; model: Model | null }) {
  return (
    <div className="min-w-0">
      <dt className="text-sm text-ink-soft">{label}</dt>
      {model ? (
        <dd className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="font-medium wrap-anywhere">{model.name}</span>
          {model.is_sample ? (
            <SampleBadge label="Sample" />
          ) : (
            <span className="text-sm text-ink-soft">
              {model.provider === 'openai' ? 'at OpenAI' : 'at your own server'}
            </span>
          )}
        </dd>
      ) : (
        <dd className="text-ink-soft">Not configured</dd>
      )}
    </div>
  )
}
