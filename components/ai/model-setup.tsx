'use client'

import { useState } from 'react'
import { CodeBlock } from '@/components/reference/code-block'
import { Tabs } from '@/components/ui/tabs'

type Server = { id: string; name: string; hint: string; settings: string }

const servers: Server[] = [
  {
    id: 'openai',
    name: 'OpenAI',
    hint: 'Create a key at platform.openai.com. Nothing else is needed.',
    settings: 'OPENAI_API_KEY=sk-…',
  },
  {
    id: 'ollama',
    name: 'Ollama',
    hint: 'Load the models first: ollama pull llama3.1, and ollama pull nomic-embed-text.',
    settings: [
      'OPENAI_BASE_URL=http://localhost:11434/v1',
      'OPENAI_MODEL=llama3.1',
      'OPENAI_EMBEDDING_MODEL=nomic-embed-text',
      'OPENAI_EMBEDDING_DIMENSIONS=0',
    ].join('\n'),
  },
  {
    id: 'vllm',
    name: 'vLLM',
    hint: 'The model is the one that you start vLLM with. Set OPENAI_API_KEY if you start it with --api-key.',
    settings: ['OPENAI_BASE_URL=http://localhost:8000/v1', 'OPENAI_MODEL=Qwen/Qwen2.5-7B-Instruct'].join('\n'),
  },
  {
    id: 'lm-studio',
    name: 'LM Studio',
    hint: 'Start the server on the page Developer of LM Studio, and copy the names of the models there.',
    settings: [
      'OPENAI_BASE_URL=http://localhost:1234/v1',
      'OPENAI_MODEL=qwen2.5-7b-instruct',
      'OPENAI_EMBEDDING_MODEL=text-embedding-nomic-embed-text-v1.5',
      'OPENAI_EMBEDDING_DIMENSIONS=0',
    ].join('\n'),
  },
]

/** The environment variables for OpenAI and for servers with the same API. */
export function ModelSetup() {
  const [chosen, setChosen] = useState('openai')
  const server = servers.find(({ id }) => id === chosen) ?? servers[0]
  if (!server) return null
  return (
    <section aria-labelledby="ai-setup" className="panel flex min-w-0 flex-col gap-3 p-5">
      <div>
        <h2 id="ai-setup" className="text-lg font-semibold">
          Use your own model
        </h2>
        <p className="text-ink-soft">
          Set these variables on the server and restart it. Any server with OpenAI’s API works.
        </p>
      </div>
      <Tabs
        label="Server"
        tabs={servers.map(({ id, name }) => ({ id, name, label: name }))}
        chosen={chosen}
        onChoose={setChosen}
      >
        <div className="flex flex-col gap-3">
          <p className="text-sm text-ink-soft">{server.hint}</p>
          <CodeBlock title=".env" of={server.name} text={server.settings} />
        </div>
      </Tabs>
    </section>
  )
}
