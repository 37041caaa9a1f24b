import type { AnswerOf } from '@/lib/api/contract'
import { openApiDocument } from '@/lib/api/openapi'
import type { getOpenApi } from './contract'

export const read = async (): Promise<AnswerOf<typeof getOpenApi>> => ({ ...openApiDocument() })
