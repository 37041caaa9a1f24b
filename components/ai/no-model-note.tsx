import { ButtonLink } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'

/** How to get suggestions when no model is configured. */
export const NoModelNote = ({ projectId }: { projectId: string }) => (
  <Notice
    tone="info"
    title="No AI model"
    action={
      <ButtonLink isSmall href={`/${projectId}/settings/ai`}>
        Set up a model
      </ButtonLink>
    }
  >
    Use OpenAI or your own model to get suggestions.
  </Notice>
)
