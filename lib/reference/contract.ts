import { z } from 'zod'
import { contract } from '@/lib/api/contract'

export const getOpenApi = contract({
  method: 'GET',
  path: '/api/v1/openapi.json',
  tag: 'Reference',
  summary: 'Read this description',
  description: 'OpenAPI 3.1, made from the schemas that check requests. A page made from it is at `/docs`.',
  scope: 'public',
  answers: { 200: z.looseObject({ openapi: z.string() }) },
})
