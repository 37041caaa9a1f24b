import { z } from 'zod'
import { contract } from '@/lib/api/contract'

export const getOpenApi = contract({
  method: 'GET',
  path: '/api/v1/openapi.json',
  tag: 'Reference',
  summary: 'Get this description',
  description:
    'OpenAPI 3.1, generated from the schemas that validate requests. See `/docs` for the rendered reference.',
  scope: 'public',
  answers: { 200: z.looseObject({ openapi: z.string() }) },
})
