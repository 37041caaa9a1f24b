import type { AnswerOf } from '@/lib/api/contract'
import type { getOpenApi } from '@/lib/openapi/description-contract'
import { openApiDocument } from '@/lib/openapi/openapi'

export const read = async (): Promise<AnswerOf<typeof getOpenApi>> => ({ ...openApiDocument() })
